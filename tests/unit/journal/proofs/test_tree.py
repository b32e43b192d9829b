"""The tree against the definition it implements: published vectors, and the recursive words of RFC 6962."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.journal.chain import leaf_hash
from openetg.journal.proofs.tree import (
    EMPTY_ROOT,
    Nodes,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaves_of,
    places_for_consistency,
    places_for_inclusion,
    places_for_root,
    root_at,
)
from openetg.journal.proofs.tree_folder import SYNCED, TreeFolder, TreeProblem, open_tree

INPUTS = [
    bytes.fromhex(text)
    for text in ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots of the first one to eight inputs, as the reference implementation of RFC 6962 publishes them."""
VECTOR_LEAVES = [leaf_hash(each) for each in INPUTS]

sizes = st.integers(1, 200)


def leaf(number: int) -> bytes:
    return sha256(b"leaf %d" % number).digest()


def leaves(count: int) -> list[bytes]:
    return [leaf(number) for number in range(count)]


def split(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def naive_root(of: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, word for word."""
    if not of:
        return sha256(b"").digest()
    if len(of) == 1:
        return of[0]
    k = split(len(of))
    return sha256(b"\x01" + naive_root(of[:k]) + naive_root(of[k:])).digest()


def naive_path(index: int, of: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1, word for word."""
    if len(of) == 1:
        return []
    k = split(len(of))
    if index < k:
        return [*naive_path(index, of[:k]), naive_root(of[k:])]
    return [*naive_path(index - k, of[k:]), naive_root(of[:k])]


def naive_growth(old: int, of: list[bytes], *, whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962, 2.1.2, word for word."""
    if old == len(of):
        return [] if whole else [naive_root(of)]
    k = split(len(of))
    if old <= k:
        return [*naive_growth(old, of[:k], whole=whole), naive_root(of[k:])]
    return [*naive_growth(old - k, of[k:], whole=False), naive_root(of[:k])]


def all_nodes(of: list[bytes]) -> Nodes:
    """Every complete node, from the definition."""
    return lambda level, index: naive_root(of[index << level : (index + 1) << level])


def test_published_roots() -> None:
    for size, root in enumerate(ROOTS, start=1):
        assert root_at(size, all_nodes(VECTOR_LEAVES)).hex() == root
        tree = Tree()
        tree.extend(VECTOR_LEAVES[:size])
        assert tree.root().hex() == root


def test_published_paths() -> None:
    """Two of the published audit paths, and a consistency proof."""
    nodes = all_nodes(VECTOR_LEAVES)
    assert [each.hex() for each in inclusion_proof(5, 8, nodes)] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    assert [each.hex() for each in inclusion_proof(2, 3, nodes)] == [ROOTS[1]]
    assert [each.hex() for each in consistency_proof(6, 8, nodes)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


def test_the_empty_tree() -> None:
    assert Tree().root() == EMPTY_ROOT == root_at(0, all_nodes([])) == sha256(b"").digest()


@settings(max_examples=50, deadline=None)
@given(sizes, st.data())
def test_a_tree_grows_the_same_in_any_portions(size: int, data: st.DataObject) -> None:
    tree, done = Tree(), 0
    while done < size:
        portion = data.draw(st.integers(1, size - done))
        tree.extend(leaf(number) for number in range(done, done + portion))
        done += portion
        assert tree.root() == naive_root(leaves(done))


@settings(max_examples=50, deadline=None)
@given(sizes, st.data())
def test_inclusion_is_as_defined_and_checks(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    of = leaves(size)
    root, proof = naive_root(of), inclusion_proof(index, size, all_nodes(of))
    assert proof == naive_path(index, of)
    assert is_included(of[index], index, size, proof, root)
    assert not is_included(leaf(-1), index, size, proof, root)
    assert not is_included(of[index], index, size, proof, leaf(-1))
    assert not is_included(of[index], index, size, [*proof, leaf(-1)], root)
    assert not is_included(of[index], size, size, proof, root)
    assert not is_included(of[index], -1, size, proof, root)
    if proof:
        assert not is_included(of[index], index, size, proof[:-1], root)
        other = data.draw(st.integers(0, size - 1).filter(lambda each: each != index))
        assert not is_included(of[index], other, size, proof, root)
        changed = data.draw(st.integers(0, len(proof) - 1))
        proof[changed] = leaf(-1)
        assert not is_included(of[index], index, size, proof, root)


@settings(max_examples=50, deadline=None)
@given(sizes, st.data())
def test_growth_is_as_defined_and_checks(size: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, size))
    of = leaves(size)
    before, after, proof = naive_root(of[:old]), naive_root(of), consistency_proof(old, size, all_nodes(of))
    assert proof == naive_growth(old, of)
    assert is_consistent(old, before, size, after, proof)
    assert not is_consistent(old, leaf(-1), size, after, proof)
    assert not is_consistent(old, before, size, leaf(-1), proof)
    assert not is_consistent(old, before, size, after, [*proof, leaf(-1)])
    assert not is_consistent(size + 1, before, size, after, proof)
    assert not is_consistent(-1, before, size, after, proof)
    if proof:
        assert not is_consistent(old, before, size, after, proof[:-1])
        proof[data.draw(st.integers(0, len(proof) - 1))] = leaf(-1)
        assert not is_consistent(old, before, size, after, proof)


def test_every_tree_goes_on_from_the_empty_one() -> None:
    assert consistency_proof(0, 5, all_nodes(leaves(5))) == []
    assert is_consistent(0, EMPTY_ROOT, 5, naive_root(leaves(5)), [])
    assert not is_consistent(0, leaf(1), 5, naive_root(leaves(5)), [])
    assert not is_consistent(0, EMPTY_ROOT, 5, naive_root(leaves(5)), [leaf(1)])


@settings(max_examples=50, deadline=None)
@given(sizes, st.data())
def test_a_tree_keeps_the_nodes_it_was_asked_to_keep(size: int, data: st.DataObject) -> None:
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    places = {*places_for_root(size), *places_for_inclusion(index, size), *places_for_consistency(old, size)}
    tree, of = Tree(places), leaves(size)
    half = data.draw(st.integers(0, size))
    tree.extend(of[:half])
    tree.extend(of[half:])
    assert tree.kept.keys() == places
    assert root_at(size, tree.node) == tree.root()
    assert inclusion_proof(index, size, tree.node) == naive_path(index, of)
    assert consistency_proof(old, size, tree.node) == naive_growth(old, of)


def test_leaves_are_of_the_bytes_as_stored() -> None:
    assert leaves_of(b'[{"a":1},\n{"b": 2}]') == [leaf_hash(b'{"a":1}'), leaf_hash(b'{"b": 2}')]


@settings(max_examples=15, deadline=None)
@given(portions=st.lists(st.integers(0, 40), max_size=8), synced=st.integers(0, 8))
def test_a_tree_folder_is_the_same_tree_and_goes_on_from_its_last_sync(
    tmp_path_factory: pytest.TempPathFactory, portions: list[int], synced: int
) -> None:
    path = tmp_path_factory.mktemp("tree") / "tree"
    done, kept = 0, 0
    with TreeFolder(path) as tree:
        for number, portion in enumerate(portions):
            tree.extend(leaf(each) for each in range(done, done + portion))
            done += portion
            if number < synced:
                tree.sync()
                kept = done
        assert tree.root() == naive_root(leaves(done))
        assert all(tree.root(size) == naive_root(leaves(size)) for size in range(done + 1))
    with TreeFolder(path) as tree:
        assert (tree.size, tree.root()) == (kept, naive_root(leaves(kept)))
        for level, file in enumerate(sorted(path.glob("level-*"))):
            assert file.stat().st_size == (kept >> level) * 32
        tree.extend(leaf(each) for each in range(kept, kept + 7))
        assert tree.root() == naive_root(leaves(kept + 7))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tree of eleven leaves, synced."""
    with TreeFolder(tmp_path / "tree") as tree:
        tree.extend(leaves(11))
        tree.sync()
    return tmp_path / "tree"


def test_a_reader_sees_what_is_synced_while_another_extends(folder: Path) -> None:
    with TreeFolder(folder) as tree:
        tree.extend(leaves(30)[11:])
        reader = open_tree(folder)
        assert reader is not None
        with reader:
            assert (reader.size, reader.root()) == (11, naive_root(leaves(11)))
        tree.sync()
    reader = open_tree(folder)
    assert reader is not None
    with reader:
        assert (reader.size, reader.root()) == (30, naive_root(leaves(30)))
        with pytest.raises(AssertionError, match="for reading"):
            reader.extend([leaf(1)])


def test_there_is_no_tree_where_there_is_none(tmp_path: Path) -> None:
    assert open_tree(tmp_path / "tree") is None


def test_a_node_that_is_not_complete_is_not_given(folder: Path) -> None:
    with TreeFolder(folder) as tree, pytest.raises(AssertionError, match="not complete"):
        tree.node(2, 2)


def test_synced_nodes_that_are_gone_are_a_problem(folder: Path) -> None:
    os.truncate(folder / "level-01", 4 * 32)
    with pytest.raises(TreeProblem, match=r"expected 160 bytes in level-01, found 128\. The tree is damaged: delete"):
        TreeFolder(folder)


def test_a_changed_node_of_the_edge_is_a_problem(folder: Path) -> None:
    content = bytearray((folder / "level-03").read_bytes())
    content[0] ^= 1
    (folder / "level-03").write_bytes(content)
    with pytest.raises(TreeProblem, match=r"expected the root [0-9a-f]{64} of 11 leaves, found"):
        TreeFolder(folder)


@pytest.mark.parametrize(
    ("text", "found"), [("nonsense", "expected size and root"), ('{"size":-1,"root":""}', "expected a size of 0")]
)
def test_a_damaged_mark_is_a_problem(folder: Path, text: str, found: str) -> None:
    (folder / SYNCED).write_text(text)
    with pytest.raises(TreeProblem, match=found):
        TreeFolder(folder)


def test_a_tree_that_cannot_be_written_says_so_and_goes_back_to_its_last_sync(folder: Path) -> None:
    with TreeFolder(folder) as tree:
        for file in list(tree._files.values()):
            os.close(file)
        for level in tree._files:
            tree._files[level] = os.open(folder / f"level-{level:02}", os.O_RDONLY)
        with pytest.raises(TreeProblem, match="the tree could not be written"):
            tree.extend(leaves(20)[11:])
        with pytest.raises(AssertionError, match="opened anew"):
            tree.sync()
    with TreeFolder(folder) as tree:
        assert tree.root() == naive_root(leaves(11))


def test_a_place_that_is_a_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "tree").write_text("")
    with pytest.raises(TreeProblem, match="cannot be read or written"):
        TreeFolder(tmp_path / "tree")

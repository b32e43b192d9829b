"""Strategies: every signal and every order that a line can carry."""

from hypothesis import strategies as st

from openetg.devices.line.signals import DeviceOrder
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DealerKey,
    DeviceKind,
    DeviceSignal,
    DeviceState,
    DropImminent,
    Expect,
    Expecting,
    Fault,
    FaultCode,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    KeyPressed,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Ready,
    Release,
    RestUnread,
    Revolution,
    Rotation,
)

counts = st.integers(0, 10**15 - 1)
tokens = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,31}", fullmatch=True)
pockets = st.from_regex(r"[A-Za-z0-9]{1,4}", fullmatch=True)
words = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$*,"), max_size=120)
rotations = st.none() | st.sampled_from(Rotation)
codes = st.sampled_from([code.value for code in FaultCode]) | tokens


def pocket_lists(least: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(pockets, min_size=least, max_size=64).map(tuple)


signals: st.SearchStrategy[DeviceSignal] = st.one_of(
    st.builds(Hello, counts, counts, counts, tokens, tokens, tokens, st.sampled_from(DeviceKind), pocket_lists(1)),
    st.builds(Ready, counts, counts),
    st.builds(Held, counts, counts),
    st.builds(BallLaunched, counts, counts, tokens, rotations, rotations, st.none() | counts),
    st.builds(Revolution, counts, counts, tokens, counts, counts),
    st.builds(DropImminent, counts, counts, tokens),
    st.builds(AtRest, counts, counts, tokens, pockets),
    st.builds(RestUnread, counts, counts, tokens, pocket_lists(0)),
    st.builds(LaunchRefused, counts, counts, tokens, st.sampled_from(LaunchRefusal)),
    st.builds(Fault, counts, counts, st.none() | tokens, codes, words),
    st.builds(Heartbeat, counts, counts, st.sampled_from(DeviceState)),
    st.builds(Expecting, counts, counts, tokens),
    st.builds(KeyPressed, counts, counts, st.none() | tokens, st.sampled_from(DealerKey), st.none() | tokens),
)
orders: st.SearchStrategy[DeviceOrder] = st.one_of(
    st.builds(Launch, tokens), st.builds(Expect, tokens), st.builds(Hold), st.builds(Release), st.builds(Identify)
)

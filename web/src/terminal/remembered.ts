// A word this page keeps over being loaded again; a browser that keeps nothing is normal.
export class Remembered {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  load(): string {
    return this.attempt(() => sessionStorage.getItem(this.name)) ?? "";
  }

  keep(word: string): void {
    this.attempt(() => sessionStorage.setItem(this.name, word));
  }

  private attempt<Result>(act: () => Result): Result | null {
    try {
      return act();
    } catch {
      // Absent, full or forbidden: it is not remembered, and nothing depends on it.
      return null;
    }
  }
}

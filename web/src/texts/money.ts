// Cents to words. The amount is put together from whole numbers, so that no fraction of a cent can appear.

export interface MoneyFormat {
  /** `1,234.00`: always with cents. */
  amount(cents: number): string;
  /** `25` or `2.50`: as short as it can be said exactly, for a chip or a note. */
  face(cents: number): string;
}

export function moneyFormat(locale: string): MoneyFormat {
  // Thousands are always set apart, also where a language writes 1234 without: a meter is read at a glance.
  const grouped = { useGrouping: "always" } as const;
  const exact = new Intl.NumberFormat(locale, {
    ...grouped,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(locale, { ...grouped, maximumFractionDigits: 0 });
  return {
    amount: (cents) => exact.format(decimal(cents)),
    face: (cents) => (cents % 100 === 0 ? whole.format(cents / 100) : exact.format(decimal(cents))),
  };
}

function decimal(cents: number): Intl.StringNumericLiteral {
  const units = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${units}.${rest}` as Intl.StringNumericLiteral;
}

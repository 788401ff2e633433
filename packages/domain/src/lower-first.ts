/** A label within a sentence: “Email” is “email” there; “P&L” and “NPI” do not change. */
export function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

/** "1 customer", "12 customers". */
export function usedBy(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'customer' : 'customers'}`;
}

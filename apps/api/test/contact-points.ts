import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';

/** Further email addresses of a customer. */
export function createEmailPoints(...values: string[]): ContactPoint[] {
  return values.map((value) => ({ kind: 'email', label: '', value }));
}

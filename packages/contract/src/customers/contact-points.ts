import * as z from 'zod/mini';
import { email, line } from '../http/common.ts';

export const contactPointKinds = ['email', 'phone', 'address'] as const;
export type ContactPointKind = (typeof contactPointKinds)[number];

const label = z._default(
  z.string().check(z.trim(), z.maxLength(40), z.regex(/^[^\p{Cc}]*$/u, 'One line')),
  '',
);

/** An additional email, phone, or address of a customer, besides those in its fields. */
export const contactPoint = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), label, value: email }),
  z.strictObject({ kind: z.literal('phone'), label, value: line(40) }),
  z.strictObject({ kind: z.literal('address'), label, value: line(700) }),
]);
export type ContactPoint = z.infer<typeof contactPoint>;

export const maxContactPoints = 50;

/** All email addresses of a customer, the main one first. */
export function listEmailAddresses(customer: {
  readonly email: string | null;
  readonly contactPoints: readonly ContactPoint[];
}): string[] {
  const further = customer.contactPoints.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  return customer.email === null ? further : [customer.email, ...further];
}

import * as z from 'zod/mini';
import { id } from '../http/common.ts';

/** Shares are basis points: 10,000 is the whole business. */
export const wholeBusiness = 10_000;
export const maxCoOwners = 20;

/** An owner of a business, as shown to staff. The main owner's share is what the others leave. */
export const businessOwner = z.object({
  id,
  /** Null for a customer that the reader cannot see. */
  name: z.nullable(z.string()),
  shareBasisPoints: z.int(),
  isPrimary: z.boolean(),
});
export type BusinessOwner = z.infer<typeof businessOwner>;

const coOwner = z.strictObject({
  customerId: z.uuid('Choose a customer'),
  shareBasisPoints: z
    .int('Enter a share such as 25')
    .check(
      z.minimum(1, 'The share must be above 0%'),
      z.maximum(wholeBusiness - 1, 'The share must be below 100%'),
    ),
});

/** The owners other than the main one, who has the rest, so that the shares always add up to 100%. */
export const coOwners = z.array(coOwner).check(
  z.maxLength(maxCoOwners, `At most ${String(maxCoOwners)} other owners`),
  z.refine(
    (owners) => new Set(owners.map(({ customerId }) => customerId)).size === owners.length,
    'Each owner can be listed once',
  ),
  z.refine(
    (owners) => sumCoOwnerShares(owners) < wholeBusiness,
    'Other owners’ shares must add up to less than 100%',
  ),
);
export type CoOwners = z.infer<typeof coOwners>;

/** The combined share of the other owners, in basis points. */
export function sumCoOwnerShares(owners: readonly { readonly shareBasisPoints: number }[]): number {
  return owners.reduce((sum, { shareBasisPoints }) => sum + shareBasisPoints, 0);
}

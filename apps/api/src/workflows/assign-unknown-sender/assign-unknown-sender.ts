import { listEmailAddresses, maxContactPoints } from '@handover/contract/customers/contact-points.ts';
import { email } from '@handover/contract/http/common.ts';
import { fileTriageMail } from '@handover/contract/conversations/triage.ts';
import { safeParse } from 'zod/mini';
import {
  assignFromUnknownSender,
  isSharedAddress,
  lockUnknownSender,
} from '#features/conversations/triage.service.ts';
import { getCustomer, updateCustomer } from '#features/customers/customers.service.ts';
import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';

/** Files mail from unknown senders under customers. */
export function assignUnknownSenderRoutes(routes: Routes): void {
  routes.add(fileTriageMail, async ({ actor, params, body, work }) => {
    const { customerId } = body;
    const count = await assignUnknownSender(work, actor, { messageId: params.id, customerId });
    return { filed: { customerId, count } };
  });
}

/**
 * Moves an email, and other unfiled mail of its sender, into a customer's conversation and adds the address to the
 * customer for later mail. For a shared address, moves only the email. Returns the number of messages. Throws
 * NOT_FOUND, RULE_BROKEN when the customer has too many addresses, STALE_VERSION.
 */
async function assignUnknownSender(
  work: Work,
  actor: Member,
  { messageId, customerId }: { messageId: string; customerId: string },
): Promise<number> {
  const ofSender = await lockUnknownSender(work, actor, { messageId, othersOfVerdict: null });
  const isShared = ofSender.some((row) => row.id === messageId && isSharedAddress(row));
  const rows = ofSender.filter((row) => row.id === messageId || !(isShared || isSharedAddress(row)));
  await getActiveCustomer(work.db, actor, customerId);
  if (!isShared) await addSenderAddress(work, actor, { customerId, address: rows[0]?.from_address ?? '' });
  await assignFromUnknownSender(work, actor, { rows, customerId });
  work.audit({ customerId, mails: rows.length });
  return rows.length;
}

async function addSenderAddress(
  work: Work,
  actor: Member,
  { customerId, address }: { customerId: string; address: string },
): Promise<void> {
  if (!safeParse(email, address).success) return;
  const customer = await getCustomer(work, actor, customerId);
  const { version, email: own, contactPoints } = customer;
  if (listEmailAddresses(customer).some((one) => emailKey(one) === emailKey(address))) return;
  if (own !== null && contactPoints.length >= maxContactPoints)
    throw new AppError(
      'RULE_BROKEN',
      'This customer has the maximum number of contact details. Remove one first.',
    );
  const point = { kind: 'email', label: '', value: address } as const;
  const learned = own === null ? { email: address } : { contactPoints: [...contactPoints, point] };
  await updateCustomer(work, actor, { customerId, input: { version, ...learned } });
}

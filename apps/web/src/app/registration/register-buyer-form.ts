import { registerBuyerBody, type RegisterBuyer } from '@handover/contract/buyers/buyer-inquiries.ts';
import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import { buyerExperienceNames, buyerTimingNames } from '@handover/contract/buyers/buyers.ts';
import { getGuestChallenge, type ProofOfWork } from '@handover/contract/auth/guests.ts';
import { parseMoney } from '@handover/domain/money.ts';
import { findAnswer } from '@handover/domain/proof-of-work.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { omit } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import type { FormSchema } from '#shared/forms/use-schema-form.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';

export const choices = {
  types: { ...businessTypeLabels, dme: 'Medical equipment (DME)' },
  states: usStates,
  timings: buyerTimingNames,
  experiences: buyerExperienceNames,
};

const schema = omit(registerBuyerBody, { proof: true });

/** Converts the texts of the form to the contract's input; empty texts are omitted. */
export const registrationForm: FormSchema<Omit<RegisterBuyer, 'proof'>> = {
  safeParse: (values) => {
    const texts = new Map(Object.entries(values ?? {}));
    const text = (key: string): string => {
      const value: unknown = texts.get(key);
      return typeof value === 'string' ? value.trim() : '';
    };
    const optional = (key: string): string | undefined => (text(key) === '' ? undefined : text(key));
    const uuid = (key: string): string | undefined =>
      schema.shape.businessId.safeParse(optional(key)).data ?? undefined;
    const cents = (key: string): number | undefined =>
      text(key) === '' ? undefined : (parseMoney(text(key)) ?? Number.NaN);
    const list = (key: string): string[] => (text(key) === '' ? [] : [text(key)]);
    return schema.safeParse({
      name: text('name'),
      email: text('email'),
      phone: optional('phone'),
      message: optional('message'),
      types: businessTypes.filter((type) => texts.has(`type.${type}`)),
      states: list('state'),
      maxPriceCents: cents('maxPriceCents'),
      minSdeCents: cents('minSdeCents'),
      cashCents: cents('cashCents'),
      timing: optional('timing'),
      experience: optional('experience'),
      // A mail program may have truncated the link.
      businessId: uuid('businessId'),
      workspaceId: uuid('workspaceId'),
    });
  },
};

const attempts = 2000;

/** Computes the proof of work for the server in chunks, so that the page stays responsive. */
export async function proveWork(): Promise<ProofOfWork> {
  const { challenge, bits } = await send(getGuestChallenge);
  for (let from = 0; ; from += attempts) {
    const answer = findAnswer(challenge, { bits, from, attempts });
    if (answer !== null) return { challenge, answer };
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

import type { RateLimits } from '#platform/rate-limits.ts';

/** How long an emailed code is valid. */
export const codeMinutes = 10;

/** Emails to one address per link, so that a link cannot be used to flood a mailbox. */
const codes = { hits: 5, perSeconds: 900 };
const codeTries = { hits: 5, perSeconds: codeMinutes * 60 };
/** Attempts for all codes together, so guessing is hopeless however many codes are requested. */
const unproved = { hits: 30, perSeconds: 14 * 24 * 60 * 60 };

type CodeLimits = {
  /** Counts a code before it is emailed. Throws TOO_MANY_REQUESTS. */
  countCode(): Promise<void>;
  /** Counts an attempt before the code is checked. Throws TOO_MANY_REQUESTS. */
  countTry(codeId: string): Promise<void>;
  /** Uncounts the last code and attempt, which have proved the address. */
  forgive(): Promise<void>;
};

/** Limits of the codes that prove an address for a link; `key` names both. */
export function createCodeLimits(limits: RateLimits, key: string): CodeLimits {
  const [allCodes, allTries] = [`${key}:codes`, `${key}:tries`];
  return {
    countCode: async () => {
      await limits.hit(`${key}:code`, codes);
      await limits.hit(allCodes, unproved);
    },
    countTry: async (codeId) => {
      await limits.hit(`${key}:try:${codeId}`, codeTries);
      await limits.hit(allTries, unproved);
    },
    forgive: async () => {
      await limits.forgive(allCodes);
      await limits.forgive(allTries);
    },
  };
}

import { hash, verify } from '@node-rs/argon2';

// Argon2id with 19 MiB and two passes, as recommended by OWASP.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified when there is no user, so that response times do not reveal which accounts exist. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$9Z2hQeRMPB0VKmKJ0Xn1xUwWzVbJ0v8kq1u6Hc4yJqE';

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options);
}

/** Takes equally long without a stored hash. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const isMatch = await verify(storedHash ?? nobody, password.normalize('NFKC'));
  return storedHash !== null && isMatch;
}

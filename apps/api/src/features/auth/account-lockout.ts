import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import { findUserByEmail } from './auth.queries.ts';
import type { Device } from './trusted-devices.ts';

const queue = 'auth.locked-out';
const onceAWhile = { hits: 1, perSeconds: 900 };

/** Queues an email to the owner of a locked account, at most once in 15 minutes. Only the job checks whether the account exists, so that the response time does not reveal it. */
export async function queueLockoutEmail(
  { runner, limits }: Pick<Platform, 'runner' | 'limits'>,
  { email, device }: { email: string; device: Device },
): Promise<void> {
  const key = `locked-out:${emailKey(email)}`;
  if (!(await isFirst(limits, key))) return;
  const { ipAddress, userAgent } = device;
  await runner.transact((work) => work.enqueue(queue, { email, ipAddress, userAgent }));
}

export function accountLockoutJobs(platform: Pick<Platform, 'runner' | 'keyring'>): JobDefinition[] {
  const handler: JobDefinition['handler'] = async ({ email, ipAddress, userAgent }) => {
    const user = await findUserByEmail(platform.runner.db, String(email));
    if (user === null || user.status === 'banned') return;
    const origin = { ipAddress: String(ipAddress), userAgent: String(userAgent) };
    await platform.runner.transact((work) =>
      notifySecurityChange(work, platform, { userId: user.id, event: { kind: 'locked-out' }, origin }),
    );
  };
  return [{ queue, handler }];
}

async function isFirst(limits: Platform['limits'], key: string): Promise<boolean> {
  try {
    await limits.hit(key, onceAWhile);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

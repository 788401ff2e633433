import { deviceName } from '@handover/contract/device-name.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { Work } from '#platform/work.ts';
import { networkOf, type Device } from './device.ts';
import { rememberDevice } from './trusted-devices.queries.ts';

/** Remembers where a user signs in from, and tells them the first time of each; the very first is nothing to tell of. */
export async function noteDevice(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { userId, device }: { userId: string; device: Device },
): Promise<void> {
  const seen = await rememberDevice(work.db, {
    userId,
    device: deviceName(device.userAgent),
    network: networkOf(device.ipAddress),
    now: work.now,
  });
  if (seen.isNew && seen.hasOthers)
    await notifySecurityChange(work, platform, { userId, event: { kind: 'new-device' }, origin: device });
}

import { getDeviceName } from '@handover/contract/auth/device-name.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { Work } from '#platform/work.ts';
import { rememberDevice } from './auth.queries.ts';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Remembers the device and sends an email if it is new, except for the user's first device. */
export async function recordDevice(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { userId, device }: { userId: string; device: Device },
): Promise<void> {
  const seen = await rememberDevice(work.db, {
    userId,
    device: getDeviceName(device.userAgent),
    network: getNetwork(device.ipAddress),
    now: work.now,
  });
  if (seen.isNew && seen.hasOthers)
    await notifySecurityChange(work, platform, { userId, event: { kind: 'new-device' }, origin: device });
}

/** The device and network of a request. */
export type Device = { readonly ipAddress: string; readonly userAgent: string; readonly requestId: string };

export function getDevice(request: FastifyRequest): Device {
  return {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? 'unknown',
    requestId: request.id,
  };
}

/** The /24 network of an IPv4 address or the /48 network of an IPv6 address. */
export function getNetwork(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return 'unknown';
  const address = ipaddr.process(ipAddress);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4'
    ? `${bytes.slice(0, 3).join('.')}.0/24`
    : `${Buffer.from(bytes.slice(0, 6)).toString('hex')}/48`;
}

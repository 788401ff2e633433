import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Where a request came from. */
export type Device = { readonly ipAddress: string; readonly userAgent: string; readonly requestId: string };

export function deviceOf(request: FastifyRequest): Device {
  return {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? 'unknown',
    requestId: request.id,
  };
}

/** The network of an address: its first three of four parts, or three of eight for IPv6. */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return 'unknown';
  const address = ipaddr.process(ipAddress);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4'
    ? `${bytes.slice(0, 3).join('.')}.0/24`
    : `${Buffer.from(bytes.slice(0, 6)).toString('hex')}/48`;
}

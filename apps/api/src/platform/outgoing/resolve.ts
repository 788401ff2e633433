import { lookup as systemLookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export type PinnedAddress = { readonly address: string; readonly family: 4 | 6 };

/** Private names, addresses, and CIDR ranges that the operator allows. */
export type OutgoingRules = {
  readonly allow: readonly string[];
  /** `public` (the default), only this machine, or nothing: see `findOutgoingRules`. */
  readonly reach?: 'public' | 'loopback' | 'nothing';
  /** All addresses of a host name; defaults to the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly { address: string }[]>;
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A user-supplied address that this server must not connect to. The message is shown to the user. */
export class OutgoingBlockedError extends Error {
  override readonly name = 'OutgoingRefusedError';
}

/** Public addresses of cloud metadata services, which hold secrets. */
const metadataAddresses = new Set(['168.63.129.16']);

/** 2000::/3, all assigned global unicast addresses. */
const globalIpv6 = ipaddr.IPv6.parse('2000::');

/**
 * Resolves a user-supplied host once and returns the address to connect to, which prevents DNS rebinding. One
 * non-public address rejects the whole host. Throws `OutgoingBlockedError` or the resolver's error.
 */
export async function resolveOutgoing(
  { host, port }: { host: string; port: number },
  { allow, reach = 'public', lookup = lookUp }: OutgoingRules,
): Promise<PinnedAddress> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new OutgoingBlockedError('Ports range from 1 to 65535.');
  if (reach === 'nothing')
    throw new OutgoingBlockedError('A sample workspace with real members cannot connect to a server.');
  const name = toCanonicalHost(host);
  const found = ipaddr.isValid(name) ? [name] : (await lookup(name)).map(({ address }) => address);
  const addresses = found.map((text) => toPlainAddress(ipaddr.parse(text)));
  const [first] = addresses;
  if (first === undefined) throw new OutgoingBlockedError(`${name} has no address.`);
  if (reach === 'loopback') {
    if (addresses.every((address) => address.range() === 'loopback')) return pinAddress(first);
    throw new OutgoingBlockedError('A sample workspace can connect only to this machine.');
  }
  const isNameAllowed = allow.some((entry) => entry.toLowerCase() === name);
  const refused = isNameAllowed
    ? undefined
    : addresses.find((address) => !isPublic(address) && !isListed(address, allow));
  if (refused !== undefined)
    throw new OutgoingBlockedError(
      `${name} points to an address in a private or reserved network, which is blocked. The server’s operator can allow it with OUTGOING_ALLOW.`,
    );
  return pinAddress(first);
}

function pinAddress(address: Address): PinnedAddress {
  return { address: address.toString(), family: address.kind() === 'ipv4' ? 4 : 6 };
}

/** Parses the host like a browser: `0x7f.1`, `2130706433`, and `0177.0.0.1` are all 127.0.0.1. */
function toCanonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  const url = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}/`);
  if (url === null || bare === '' || /[/?#@\\\s%]/.test(bare))
    throw new OutgoingBlockedError('This is not a valid host name.');
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Treats an IPv4-mapped IPv6 address as IPv4. */
function toPlainAddress(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isPublic(address: Address): boolean {
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(globalIpv6, 3);
  return isGlobal && address.range() === 'unicast' && !metadataAddresses.has(address.toString());
}

function isListed(address: Address, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    if (ipaddr.isValid(entry)) return toPlainAddress(ipaddr.parse(entry)).toString() === address.toString();
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function lookUp(host: string): Promise<{ address: string }[]> {
  return systemLookup(host, { all: true, order: 'verbatim' });
}

import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a program for untrusted input: every network API of Node throws. Node 24 has no permission for this. An
 * attacker who runs machine code in the process can still open connections; JavaScript cannot, because the permission
 * model closes the internal bindings.
 */
function throwNetworkError(): never {
  throw new Error('This process may not use the network');
}

for (const [owner, names] of [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
] as const)
  for (const name of names)
    Object.defineProperty(owner, name, { value: throwNetworkError, configurable: false });

for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(?:lookup|lookupService|reverse|resolve.*)$/.test(name))
      Object.defineProperty(owner, name, { value: throwNetworkError, configurable: false });

syncBuiltinESMExports();

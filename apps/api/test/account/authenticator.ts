import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Site = { readonly origin?: string; readonly rpId?: string; readonly isVerified?: boolean };
type Ceremony = Site & { readonly challenge: string };

export type SoftAuthenticator = {
  readonly id: string;
  /** The counter that the next use reports; 0 stays 0. */
  counter: number;
  create(ceremony: Ceremony): Record<string, unknown>;
  get(ceremony: Ceremony & { userHandle: string }): Record<string, unknown>;
};

const flags = { present: 1, verified: 4, attested: 64 };

/** An authenticator with one ES256 key that responds as specified by WebAuthn (section 6.5), "none" attestation. */
export function makeAuthenticator(): SoftAuthenticator {
  const credentialId = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authenticator: SoftAuthenticator = {
    id: credentialId.toString('base64url'),
    counter: 0,
    create: (ceremony) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        encodeUint(credentialId.length, 2),
        credentialId,
        encodeCoseKey(publicKey),
      ]);
      const authData = createAuthenticatorData(ceremony, {
        counter: authenticator.counter,
        flag: flags.attested,
        attested,
      });
      const object = map([
        ['fmt', encodeText('none')],
        ['attStmt', map([])],
        ['authData', encodeBytes(authData)],
      ]);
      return {
        id: authenticator.id,
        clientDataJSON: createClientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      };
    },
    get: (ceremony) => {
      if (authenticator.counter > 0) authenticator.counter += 1;
      return createAssertion(ceremony, { id: authenticator.id, counter: authenticator.counter, privateKey });
    },
  };
  return authenticator;
}

function createAssertion(
  ceremony: Ceremony & { userHandle: string },
  { id, counter, privateKey }: { id: string; counter: number; privateKey: KeyObject },
): Record<string, unknown> {
  const authenticatorData = createAuthenticatorData(ceremony, {
    counter,
    flag: 0,
    attested: Buffer.alloc(0),
  });
  const client = createClientData('webauthn.get', ceremony);
  const signed = Buffer.concat([authenticatorData, sha256(client)]);
  return {
    id,
    clientDataJSON: client.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: sign('sha256', signed, privateKey).toString('base64url'),
    userHandle: ceremony.userHandle,
  };
}

function createClientData(type: string, { challenge, origin = 'http://localhost:3000' }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function createAuthenticatorData(
  { rpId = 'localhost', isVerified = true }: Site,
  { counter, flag, attested }: { counter: number; flag: number; attested: Buffer },
): Buffer {
  const all = flags.present + flag + (isVerified ? flags.verified : 0);
  return Buffer.concat([sha256(Buffer.from(rpId)), encodeUint(all, 1), encodeUint(counter, 4), attested]);
}

/** COSE_Key of an ES256 key: kty EC2, alg ES256, crv P-256, x, y. */
function encodeCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (value: string): Buffer => encodeBytes(Buffer.from(value, 'base64url'));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ]);
}

// The few kinds of CBOR (RFC 8949) that an attestation needs.
const encodeBytes = (value: Buffer): Buffer => Buffer.concat([encodeHead(2, value.length), value]);
const encodeText = (value: string): Buffer =>
  Buffer.concat([encodeHead(3, value.length), Buffer.from(value)]);
const map = (entries: [string, Buffer][]): Buffer =>
  Buffer.concat([
    encodeHead(5, entries.length),
    ...entries.flatMap(([name, value]) => [encodeText(name), value]),
  ]);

function encodeHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major * 32 + length]);
  return length < 256
    ? Buffer.from([major * 32 + 24, length])
    : Buffer.concat([Buffer.from([major * 32 + 25]), encodeUint(length, 2)]);
}

function encodeUint(value: number, size: number): Buffer {
  const buffer = Buffer.alloc(size);
  buffer.writeUIntBE(value, 0, size);
  return buffer;
}

function sha256(value: Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

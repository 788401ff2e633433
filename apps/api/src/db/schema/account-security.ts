import type { Generated } from 'kysely';

/** Encrypted TOTP secret; valid once enabled. */
export type SecondFactorsTable = {
  user_id: string;
  sealed_secret: string;
  /** Time step of the last accepted code; earlier codes are rejected. */
  last_step: Generated<number>;
  created_at: Date;
  enabled_at: Date | null;
};

export type RecoveryCodesTable = {
  user_id: string;
  /** Keyed digest. */
  code_hash: string;
  used_at: Date | null;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  /** Base64url, as in WebAuthn. */
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type PasskeyChallengesTable = {
  id: string;
  purpose: 'register' | 'sign-in';
  user_id: string | null;
  challenge: string;
  expires_at: Date;
};

/** Devices a user has signed in from: browser, system, and network (address without its last part). */
export type TrustedDevicesTable = {
  user_id: string;
  device: string;
  network: string;
  first_seen_at: Date;
};

export type AccountSecurityTables = {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  known_devices: TrustedDevicesTable;
};

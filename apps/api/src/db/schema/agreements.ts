import type { IdentityMethod } from '@handover/contract/agreements/agreements.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type AgreementTemplatesTable = {
  workspace_id: string;
  id: string;
  name: string;
  text_number: Generated<number>;
  valid_months: number | null;
  is_reviewed: Generated<boolean>;
  archived_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type AgreementTextsTable = {
  workspace_id: string;
  template_id: string;
  number: number;
  title: string;
  text: string;
  created_by: string | null;
  created_at: Date;
};

export type SignatureDrawing = { readonly path: string; readonly width: number; readonly height: number };

export type AgreementsTable = {
  workspace_id: string;
  id: string;
  customer_id: string;
  deal_id: string | null;
  /** Null, like the text, for an NDA that was signed on paper. */
  template_id: string | null;
  text_number: number | null;
  title: string;
  text: string | null;
  text_sha256: Buffer | null;
  status: Generated<'pending' | 'signed' | 'declined' | 'revoked'>;
  valid_months: number | null;
  sent_by: string;
  sent_at: Date;
  sent_to: string | null;
  deadline: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  decline_reason: string | null;
  signer_name: string | null;
  /** Whether the signer’s name was different from the buyer’s. */
  is_other_name: Generated<boolean>;
  signer_user_id: string | null;
  signature_kind: 'typed' | 'drawn' | null;
  signature_drawing: ColumnType<SignatureDrawing | null, string | null | undefined, string | null>;
  identity_method: IdentityMethod | null;
  link_id: string | null;
  consent: string | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  expires_on: string | null;
  expires_sort: GeneratedAlways<string>;
  expiry_notified_at: Date | null;
  file_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
};

export type AgreementBusinessesTable = { workspace_id: string; agreement_id: string; business_id: string };

export type SigningKeysTable = {
  is_only: Generated<boolean>;
  certificate: Buffer;
  /** PEM, encrypted by the keyring. */
  private_key: string;
  created_at: Date;
};

/** A code sent for a signing link, and the session started with it. */
export type SigningSessionsTable = {
  workspace_id: string;
  id: string;
  link_id: string;
  code_signature: string;
  code_expires_at: Date;
  token_hash: Buffer | null;
  created_at: Date;
};

export type AgreementTables = {
  signing_sessions: SigningSessionsTable;
  agreement_templates: AgreementTemplatesTable;
  agreement_texts: AgreementTextsTable;
  agreements: AgreementsTable;
  agreement_businesses: AgreementBusinessesTable;
  signing_keys: SigningKeysTable;
};

export type GateConfirmationsTable = {
  workspace_id: string;
  id: string;
  /** One of these two is set. */
  business_id: string | null;
  deal_id: string | null;
  requirement: string;
  kind: 'confirmed' | 'overridden';
  note: string | null;
  user_id: string;
  created_at: Date;
  withdrawn_at: Date | null;
};

export type GateTables = { gate_confirmations: GateConfirmationsTable };

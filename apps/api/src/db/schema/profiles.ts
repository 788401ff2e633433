import type { ProfileKind, ProfileSection, ReaderKind } from '@handover/contract/profiles.ts';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text. */
type Sections = ColumnType<ProfileSection[], string, string>;

export type BusinessProfilesTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  kind: ProfileKind;
  title: string;
  sections: Sections;
  released_number: Generated<number | null>;
  released_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type ProfileVersionsTable = {
  workspace_id: string;
  profile_id: string;
  number: number;
  title: string;
  sections: Sections;
  created_by: string;
  created_at: Date;
};

export type ProfileApprovalsTable = {
  workspace_id: string;
  id: string;
  profile_id: string;
  number: number;
  status: Generated<'pending' | 'approved' | 'declined' | 'replaced'>;
  requested_by: string;
  requested_at: Date;
  sent_to: string | null;
  deadline: Date;
  decided_at: Generated<Date | null>;
  decider_name: Generated<string | null>;
  decider_user_id: Generated<string | null>;
  link_id: Generated<string | null>;
  reason: Generated<string | null>;
  ip_address: Generated<string | null>;
  user_agent: Generated<string | null>;
};

export type ProfileViewsTable = {
  workspace_id: string;
  id: string;
  profile_id: string;
  number: number;
  reader: ReaderKind;
  user_id: string | null;
  deal_id: string | null;
  format: 'page' | 'pdf';
  ip_address: string;
  viewed_at: Date;
};

export type ProfileTables = {
  business_profiles: BusinessProfilesTable;
  profile_versions: ProfileVersionsTable;
  profile_approvals: ProfileApprovalsTable;
  profile_views: ProfileViewsTable;
};

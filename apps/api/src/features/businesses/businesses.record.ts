import { recordInfo } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { isOwnBusiness } from './businesses.public.ts';
import { businessBulk } from './business-bulk.ts';
import { businessExport } from './business-export.queries.ts';
import { isBuyer, listableBusinesses } from './businesses.queries.ts';
import { businessImport } from './import/business.import.ts';

export const businessRecord: RecordDescriptor = {
  ...listableBusinesses,
  export: businessExport,
  bulk: businessBulk,
  import: businessImport,
  table: 'businesses',
  // Owners and co-owners see files shared with the client; buyers with access to the business do not.
  files: {
    column: 'business_id',
    clientCondition: (member) =>
      sql`(customers.id IS NOT NULL OR ${isOwnBusiness(member, sql.ref('businesses.id'))})`,
  },
  isGrantable: true,
  findGrantObstacle: async (db, { recordType, recordId, ...person }) => {
    if (recordType === 'business' && (await isBuyer(db, { businessId: recordId, ...person })))
      return 'This person has an open deal on this business. Share the deal instead, or end it first.';
    if (recordType === 'customer' && (await isBuyer(db, { ownerId: recordId, ...person })))
      return 'This person has an open deal on a business of this customer. End the deal first.';
    return null;
  },
  isOwn: (member) => isOwnBusiness(member, sql.ref('businesses.id')),
  labels: recordInfo.business,
  auditName: sql.ref('businesses.name'),
  timeline: ({ scope, userId }) => {
    const isVisible = scope === 'all' ? sql`true` : sql`businesses.broker_id = ${userId}`;
    return {
      label: sql`businesses.name`,
      condition: sql`businesses.deleted_at IS NULL AND (${isVisible} OR businesses.owner_id IS NOT NULL)`,
      onlyBeside: sql`CASE WHEN ${isVisible} THEN NULL ELSE businesses.owner_id END`,
    };
  },
  live: { audience: 'record', reference: { field: 'businessId', isForClients: false } },
  references: [{ record: 'customer', column: 'owner_id' }],
  handover: {
    column: 'broker_id',
    activity: { type: 'business.updated', customerColumn: 'owner_id', businessColumn: 'id' },
  },
};

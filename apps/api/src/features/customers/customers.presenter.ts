import type { Customer, CustomerDetail } from '@handover/contract/customers/customers.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Member } from '#platform/session/actor.ts';
import { can } from './customers.policy.ts';
import { findContactTime, findJoiningDate } from './customer-rows.queries.ts';
import type { CustomerRow } from './customer-list.queries.ts';
import type { CustomerDetailRow } from './customers.queries.ts';

export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    npi: row.npi,
    ccn: row.ccn,
    accountType: row.account_type,
    ...(row.account_type === 'Corporate' ? { totalMembers: row.member_count } : {}),
    status: row.status,
    isVerified: row.is_verified,
    planName: row.plan_name,
    joiningDate: findJoiningDate(row),
    avatarUrl: findPhotoUrl(row.photo_key),
    brokerId: row.broker_id,
    broker:
      row.broker_id === null || row.broker_name === null
        ? null
        : { id: row.broker_id, displayName: row.broker_name },
    tags: row.tags,
    source: row.source,
    city: row.city,
    region: row.region,
    custom: row.custom,
    lastContactAt: findContactTime(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Details of a customer; clients do not see staff comments. */
export function presentCustomerDetail(member: Member, row: CustomerDetailRow): CustomerDetail {
  const isClient = member.scope === 'client';
  const customer = presentCustomer(row);
  return {
    ...customer,
    tags: isClient ? [] : customer.tags,
    source: isClient ? null : customer.source,
    custom: isClient ? {} : customer.custom,
    contactPoints: row.contact_points,
    lastMergeId: can(member, 'customer:merge', row) ? row.last_merge_id : null,
    title: row.title,
    website: row.website,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    postalCode: row.postal_code,
    country: row.country,
    taxonomyCode: row.taxonomy_code,
    bannedReason: isClient ? null : row.banned_reason,
    unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
    login: row.user_id !== null ? 'active' : row.is_invited ? 'invited' : 'none',
    counts: isClient
      ? { notes: 0, openTasks: 0, emails: 0, activities: 0 }
      : {
          notes: row.note_count,
          openTasks: row.open_task_count,
          emails: row.email_count,
          activities: row.activity_count,
        },
    abilities: {
      canUpdate: can(member, 'customer:update', row),
      canBan: can(member, 'customer:ban', row),
      canDelete: can(member, 'customer:delete', row),
      canMerge: can(member, 'customer:merge', row),
      canInvite: can(member, 'customer:invite', row),
      canSendEmail: can(member, 'customer:email', row),
    },
  };
}

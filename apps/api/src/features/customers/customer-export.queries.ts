import { type ContactPointKind, listEmailAddresses } from '@handover/contract/customers/contact-points.ts';
import { exportCustomers } from '@handover/contract/customers/customers.ts';
import type { Db } from '#db/client.ts';
import {
  findContactTime,
  contactPointsOfCustomer,
  fromCustomers,
  findJoiningDate,
  listedColumns,
  tagsOfCustomer,
} from './customer-rows.queries.ts';
import type { ExportSlice, ExportSpec } from '#platform/records/export/to-csv.ts';
import type { Member } from '#platform/session/actor.ts';

function fetchExport(db: Db, _member: Member, { where, sorting, limit }: ExportSlice) {
  return fromCustomers(db)
    .select([
      ...listedColumns,
      'customers.custom',
      'customers.title',
      'customers.website',
      'customers.address_line1',
      'customers.address_line2',
      'customers.postal_code',
      'customers.country',
      'customers.taxonomy_code',
      'customers.unsubscribed_at',
      'customers.banned_reason',
      tagsOfCustomer.as('tags'),
      contactPointsOfCustomer.as('contact_points'),
    ])
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type Row = Awaited<ReturnType<typeof fetchExport>>[number];

function formatPoints({ contact_points: points }: Row, kind: ContactPointKind): string {
  return points
    .filter((point) => point.kind === kind)
    .map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))
    .join('; ');
}

export const customerExport: ExportSpec<Row> = {
  endpoint: exportCustomers,
  fetch: fetchExport,
  columns: {
    Name: (row) => row.name,
    Email: (row) => listEmailAddresses({ email: row.email, contactPoints: row.contact_points }).join('; '),
    Phone: (row) => row.phone,
    Company: (row) => row.company,
    NPI: (row) => row.npi,
    CCN: (row) => row.ccn,
    'Account type': (row) => row.account_type,
    Status: (row) => row.status,
    'Ban reason': (row) => row.banned_reason,
    Verified: (row) => (row.is_verified ? 'yes' : 'no'),
    Plan: (row) => row.plan_name,
    Joined: findJoiningDate,
    Broker: (row) => row.broker_name,
    Tags: (row) => row.tags.map(({ name }) => name).join('; '),
    Source: (row) => row.source,
    'Job title': (row) => row.title,
    Website: (row) => row.website,
    'Address line 1': (row) => row.address_line1,
    'Address line 2': (row) => row.address_line2,
    City: (row) => row.city,
    State: (row) => row.region,
    'Postal code': (row) => row.postal_code,
    Country: (row) => row.country,
    'Taxonomy code': (row) => row.taxonomy_code,
    'Other phones': (row) => formatPoints(row, 'phone'),
    'Other addresses': (row) => formatPoints(row, 'address'),
    Unsubscribed: (row) => row.unsubscribed_at?.toISOString() ?? null,
    'Last contact': findContactTime,
    'Record created': (row) => row.created_at.toISOString(),
  },
};

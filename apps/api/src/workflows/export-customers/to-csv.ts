import type { CustomField } from '@handover/contract/custom-fields.ts';
import type { CustomerFilter } from '@handover/contract/customer-list.ts';
import { csvByteOrderMark, csvLine } from '@handover/domain/csv.ts';
import type { Db } from '#db/client.ts';
import { customerSorting } from '#features/customers/customer-list.queries.ts';
import type { Position } from '#lib/pagination.ts';
import { customText } from '#platform/records/custom-fields/custom-values.ts';
import type { ResolvedSelection } from '#platform/records/list/filter.queries.ts';
import { positionIn, type Order } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { listExportRows, type ExportRow } from './export-customers.queries.ts';

type Column = { readonly heading: string; readonly value: (row: ExportRow) => string | null };

/** The headings are ones that the import recognises, so that an export can be taken in again. */
const builtIn: readonly Column[] = [
  { heading: 'Name', value: (row) => row.name },
  {
    heading: 'Email',
    value: (row) => [row.email, ...row.extra_emails].filter((email) => email !== null).join('; '),
  },
  { heading: 'Phone', value: (row) => row.phone },
  { heading: 'Company', value: (row) => row.company },
  { heading: 'NPI', value: (row) => row.npi },
  { heading: 'Account type', value: (row) => row.account_type },
  { heading: 'Status', value: (row) => row.status },
  { heading: 'Verified', value: (row) => (row.is_verified ? 'yes' : 'no') },
  { heading: 'Plan', value: (row) => row.plan_name },
  { heading: 'Joining date', value: (row) => row.joining_date },
  { heading: 'Broker', value: (row) => row.broker_name },
  { heading: 'Tags', value: (row) => row.tags.map(({ name }) => name).join('; ') },
  { heading: 'Source', value: (row) => row.source },
  { heading: 'Title', value: (row) => row.title },
  { heading: 'Website', value: (row) => row.website },
  { heading: 'Address line 1', value: (row) => row.address_line1 },
  { heading: 'Address line 2', value: (row) => row.address_line2 },
  { heading: 'City', value: (row) => row.city },
  { heading: 'State', value: (row) => row.region },
  { heading: 'Postal code', value: (row) => row.postal_code },
  { heading: 'Country', value: (row) => row.country },
  { heading: 'Taxonomy code', value: (row) => row.taxonomy_code },
  { heading: 'Unsubscribed', value: (row) => row.unsubscribed_at?.toISOString() ?? null },
  { heading: 'Last activity', value: (row) => row.last_activity_at.toISOString() },
  { heading: 'Record created', value: (row) => row.created_at.toISOString() },
];

function customColumn(field: CustomField): Column {
  return { heading: field.name, value: ({ custom }) => customText(field, custom[field.id]) };
}

const batchRows = 1_000;

/**
 * Every customer of a selection, as CSV text in pieces. The next thousand rows are read when the
 * piece before them has been taken, each time from where the last one ended, so memory and the time to the
 * first byte do not grow with the number of rows.
 */
export async function* customersToCsv(
  db: Db,
  member: Member,
  { fields, ...asked }: ResolvedSelection<CustomerFilter> & { order: Order; fields: readonly CustomField[] },
): AsyncGenerator<string> {
  const columns = [...builtIn, ...fields.map(customColumn)];
  yield `${csvByteOrderMark}${csvLine(columns.map(({ heading }) => heading))}`;
  let after: Position | null = null;
  for (;;) {
    const rows: ExportRow[] = await listExportRows(db, member, { ...asked, after, limit: batchRows });
    const last = rows.at(-1);
    if (last !== undefined) yield rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
    if (last === undefined || rows.length < batchRows) return;
    after = positionIn(customerSorting, asked.order, last);
  }
}

import { readCondition, type CustomOperator } from '@handover/contract/custom-filter.ts';
import type { Tag } from '@handover/contract/customers.ts';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { customText, type CustomFields } from '#shared/customers/custom-fields.ts';
import type { ListFilter } from '../search/list-search.ts';

/** A filter in force, as a chip shows it. `without` is the change that removes it. */
export interface FilterChip {
  readonly key: string;
  readonly label: string;
  readonly without: { readonly [name: string]: readonly string[] | undefined };
}

interface Names {
  tags: readonly Tag[];
  brokers: readonly { readonly id: string; readonly displayName: string }[];
  userId: string;
  own: CustomFields;
}

/** The chips of a filter. They say what is listed (“Banned”), not the field's name; the search text stands in its own box. */
export function chipsOf(filter: ListFilter, names: Names): FilterChip[] {
  const labels: readonly (readonly [keyof ListFilter, string | undefined])[] = [
    ['status', filter.status && { active: 'Active', banned: 'Banned' }[filter.status]],
    ['accountType', filter.accountType],
    ['brokerId', filter.brokerId && brokerLabel(filter.brokerId, names)],
    ['isVerified', filter.isVerified && { true: 'Verified', false: 'Not verified' }[filter.isVerified]],
    [
      'isUnsubscribed',
      filter.isUnsubscribed && { true: 'Unsubscribed', false: 'Not unsubscribed' }[filter.isUnsubscribed],
    ],
    ['source', filter.source && `From ${filter.source}`],
    ['planName', filter.planName && `${filter.planName} plan`],
    ['region', filter.region && `In ${filter.region}`],
    ['joinedFrom', filter.joinedFrom && `Joined since ${dateText(filter.joinedFrom)}`],
    ['joinedTo', filter.joinedTo && `Joined until ${dateText(filter.joinedTo)}`],
    ['inactiveSince', filter.inactiveSince && `Quiet since ${dateText(filter.inactiveSince)}`],
    ['uncontactedDays', filter.uncontactedDays && `Not contacted for ${filter.uncontactedDays} days`],
    ['created', filter.created && createdLabels[filter.created]],
    ['deleted', filter.deleted && 'In the bin'],
  ];
  const single = labels.flatMap(([name, label]) =>
    label ? [{ key: name, label, without: { [name]: undefined } }] : [],
  );
  const tags = (filter.tagId ?? []).map((id) => ({
    key: id,
    label: names.tags.find((tag) => tag.id === id)?.name ?? 'A tag',
    without: { tagId: filter.tagId?.filter((other) => other !== id) },
  }));
  const custom = (filter.custom ?? []).map((text) => ({
    key: text,
    label: conditionText(text, names.own),
    without: { custom: filter.custom?.filter((other) => other !== text) },
  }));
  return [...single, ...tags, ...custom];
}

/** “Net worth from $1”. */
function conditionText(text: string, { all, currency }: CustomFields): string {
  const condition = readCondition(text);
  const field = all.find(({ id }) => id === condition?.fieldId);
  if (condition === null || field === undefined) return 'A custom field';
  const { operator, value } = condition;
  if (operator === 'empty' || operator === 'filled') return `${field.name} ${operatorLabels[operator]}`;
  const isNumeric = field.kind === 'number' || field.kind === 'money';
  const words = customText(field, isNumeric ? Number(value) : value, currency) || 'a choice that is gone';
  return `${field.name}${field.kind === 'choice' ? ':' : ` ${operatorLabels[operator]}`} ${words}`;
}

const operatorLabels = {
  is: 'is',
  contains: 'contains',
  min: 'from',
  max: 'up to',
  empty: 'is empty',
  filled: 'is filled in',
} as const satisfies Record<CustomOperator, string>;

const createdLabels = {
  today: 'New today',
  week: 'New this week',
  month: 'New this month',
  quarter: 'New this quarter',
} as const satisfies Record<NonNullable<ListFilter['created']>, string>;

function brokerLabel(brokerId: string, { brokers, userId }: Names): string {
  if (brokerId === 'me' || brokerId === userId) return 'Mine';
  if (brokerId === 'none') return 'Without a broker';
  return `With ${brokers.find(({ id }) => id === brokerId)?.displayName ?? 'a former member'}`;
}

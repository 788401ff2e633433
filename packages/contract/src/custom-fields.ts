import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, version } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';

export const customFieldKinds = ['text', 'number', 'money', 'date', 'choice'] as const;
export type CustomFieldKind = (typeof customFieldKinds)[number];

export const maxCustomFields = 50;
export const maxChoices = 100;
/** The largest number, and the largest amount in cents: what a decimal of 15 digits holds exactly. */
export const maxCustomNumber = 999_999_999_999_999;

export const customChoice = z.object({ id, label: z.string() });
export type CustomChoice = z.infer<typeof customChoice>;

/** A field that a workspace has added to its customers. */
export const customField = z.object({
  id,
  name: z.string(),
  kind: z.enum(customFieldKinds),
  /** In their order; empty but for `choice`. */
  choices: z.array(customChoice),
  /** An archived field keeps its values and takes no new ones. */
  isArchived: z.boolean(),
  version,
});
export type CustomField = z.infer<typeof customField>;

/** A text, a decimal number, an amount in cents, a date `YYYY-MM-DD`, or the id of a choice. */
export type CustomValue = string | number;
/** The values of a customer, by the id of their field. */
export const customValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type CustomValues = z.infer<typeof customValues>;
/** Only what is named changes; null clears. */
export const customChanges = z
  .record(id, z.nullable(z.union([z.string().check(z.maxLength(2_000)), z.number()])))
  .check(
    z.refine(
      (changes) => Object.keys(changes).length <= maxCustomFields,
      `At most ${String(maxCustomFields)} fields`,
    ),
  );
export type CustomChanges = z.infer<typeof customChanges>;

const amount = (schema: z.ZodMiniNumber): z.ZodMiniNumber =>
  schema.check(
    z.minimum(-maxCustomNumber, 'This number is too small'),
    z.maximum(maxCustomNumber, 'This number is too large'),
  );

/** What a field takes as its value. */
export function customValueOf({
  kind,
  choices,
}: Pick<CustomField, 'kind' | 'choices'>): z.ZodMiniType<CustomValue> {
  if (kind === 'text') return line(500);
  if (kind === 'number') return amount(z.number('Enter a number'));
  if (kind === 'money') return amount(z.int('Enter an amount in cents'));
  if (kind === 'date') return calendarDate;
  return z
    .string()
    .check(z.refine((value) => choices.some((choice) => choice.id === value), 'Not one of the choices'));
}

/** The fields that every customer has, as files head them: a field of one's own is called otherwise. */
export const builtInNames = [
  'Name',
  'Email',
  'Phone',
  'Company',
  'NPI',
  'Account type',
  'Status',
  'Verified',
  'Plan',
  'Joining date',
  'Broker',
  'Tags',
  'Source',
  'Title',
  'Website',
  'Address line 1',
  'Address line 2',
  'City',
  'State',
  'Postal code',
  'Country',
  'Taxonomy code',
  'Unsubscribed',
  'Last activity',
  'Record created',
] as const;

export const fieldName = line(60);
export const choiceLabel = line(80);
const choices = z.array(z.strictObject({ id: z.optional(id), label: choiceLabel })).check(
  z.maxLength(maxChoices, `At most ${String(maxChoices)} choices`),
  z.refine(
    (list) => new Set(list.map(({ label }) => label.toLowerCase())).size === list.length,
    'Two choices are called the same',
  ),
);

const admin = member('ADMIN');
const one = z.object({ customField });
const many = z.object({ customFields: z.array(customField) });

export const listCustomFields = defineEndpoint({
  method: 'GET',
  path: '/custom-fields',
  summary: 'Fields that this workspace has added to its customers, in their order, archived ones too',
  access: member('STAFF', 'users'),
  status: 200,
  response: z.object({
    customFields: z.array(customField),
    /** Of the workspace's amounts, such as USD. */
    currency: z.string(),
  }),
});
export const listCustomFieldUse = defineEndpoint({
  method: 'GET',
  path: '/custom-fields/use',
  summary: 'How many customers have a value in each field, and which choice; the bin included',
  access: admin,
  status: 200,
  response: z.object({
    use: z.array(
      z.object({ id, customers: z.int(), choices: z.array(z.object({ id, customers: z.int() })) }),
    ),
  }),
});
export const createCustomField = defineEndpoint({
  method: 'POST',
  path: '/custom-fields',
  summary: 'Add a field to the customers of the workspace',
  access: admin,
  status: 201,
  body: z.strictObject({
    name: fieldName,
    kind: z.enum(customFieldKinds),
    choices: z._default(choices, []),
  }),
  response: one,
});
export const updateCustomField = defineEndpoint({
  method: 'PATCH',
  path: '/custom-fields/{id}',
  summary: 'Rename a field, change its choices, archive or restore it',
  access: admin,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(fieldName),
    /** All choices: one with an id stays and may be renamed, one without is new; customers lose what is missing, soon after. */
    choices: z.optional(choices),
    isArchived: z.optional(z.boolean()),
  }),
  response: one,
});
export const orderCustomFields = defineEndpoint({
  method: 'PUT',
  path: '/custom-fields/order',
  summary: 'Put the fields in another order',
  access: admin,
  status: 200,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(maxCustomFields)) }),
  response: many,
});
export const deleteCustomField = defineEndpoint({
  method: 'DELETE',
  path: '/custom-fields/{id}',
  summary: 'Delete a field; its values go from customers in the background',
  access: admin,
  status: 204,
  params: idParams,
});

import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes, type RecordType } from './records.ts';

export const customFieldKinds = ['text', 'number', 'money', 'date', 'choice'] as const;
export type CustomFieldKind = (typeof customFieldKinds)[number];

export const maxCustomFields = 50;
export const maxChoices = 100;
/** The largest number, and the largest amount in cents, that a 15-digit decimal can represent exactly. */
export const maxCustomNumber = 999_999_999_999_999;

export const customChoice = z.object({ id, label: z.string() });
export type CustomChoice = z.infer<typeof customChoice>;

/** The record types that a workspace can add fields to. */
export const customRecordTypes = ['customer', 'business'] as const satisfies readonly RecordType[];
export type CustomRecordType = (typeof customRecordTypes)[number];
const recordType = z._default(z.enum(customRecordTypes), 'customer');

/** A field that a workspace has added to the records of one type. */
export const customField = z.object({
  id,
  recordType: z.enum(recordTypes),
  name: z.string(),
  kind: z.enum(customFieldKinds),
  /** In display order; empty unless the kind is `choice`. */
  choices: z.array(customChoice),
  /** An archived field keeps its values and accepts no new ones. */
  isArchived: z.boolean(),
  version,
});
export type CustomField = z.infer<typeof customField>;

/** A text, a decimal number, an amount in cents, a date `YYYY-MM-DD`, or the id of a choice. */
export type CustomValue = string | number;
/** The values of a record, by the id of their field. */
export const customValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type CustomValues = z.infer<typeof customValues>;
/** Omitted fields do not change; null clears a field. */
export const customChanges = z
  .record(id, z.nullable(z.union([z.string().check(z.maxLength(2_000)), z.number()])))
  .check(
    z.refine(
      (changes) => Object.keys(changes).length <= maxCustomFields,
      `At most ${String(maxCustomFields)} fields`,
    ),
  );
export type CustomChanges = z.infer<typeof customChanges>;

const createAmountSchema = (schema: z.ZodMiniNumber): z.ZodMiniNumber =>
  schema.check(
    z.minimum(-maxCustomNumber, 'This number is too small'),
    z.maximum(maxCustomNumber, 'This number is too large'),
  );

/** The schema of a field's values. */
export function createCustomValueSchema({
  kind,
  choices,
}: Pick<CustomField, 'kind' | 'choices'>): z.ZodMiniType<CustomValue> {
  if (kind === 'text') return line(500);
  if (kind === 'number') return createAmountSchema(z.number('Enter a number'));
  if (kind === 'money') return createAmountSchema(z.int('Enter an amount in cents'));
  if (kind === 'date') return calendarDate;
  return z
    .string()
    .check(z.refine((value) => choices.some((choice) => choice.id === value), 'Not one of the choices'));
}

export const fieldName = line(60);
export const choiceLabel = line(80);
const choices = z.array(z.strictObject({ id: z.optional(id), label: choiceLabel })).check(
  z.maxLength(maxChoices, `At most ${String(maxChoices)} choices`),
  z.refine(
    (list) => new Set(list.map(({ label }) => label.toLowerCase())).size === list.length,
    'Two choices have the same name',
  ),
);

const admin = member('ADMIN');
const one = z.object({ customField });
const many = z.object({ customFields: z.array(customField) });

export const listCustomFields = defineEndpoint({
  method: 'GET',
  path: '/custom-fields',
  summary: 'List custom fields of a record type, in order, including archived ones',
  /** The service also checks the area of the record type. */
  access: member('STAFF'),
  status: 200,
  query: z.strictObject({ recordType }),
  response: z.object({
    customFields: z.array(customField),
    /** The currency of the workspace's amounts, such as USD. */
    currency: z.string(),
  }),
});
export const listCustomFieldUse = defineEndpoint({
  method: 'GET',
  path: '/custom-fields/use',
  summary: 'Count the records with a value in each field, by choice; includes the trash',
  access: admin,
  status: 200,
  query: z.strictObject({ recordType }),
  response: z.object({
    use: z.array(z.object({ id, records: z.int(), choices: z.array(z.object({ id, records: z.int() })) })),
  }),
});
export const createCustomField = defineEndpoint({
  method: 'POST',
  path: '/custom-fields',
  summary: 'Add a custom field to the records of a type',
  access: admin,
  status: 201,
  body: z.strictObject({
    recordType,
    name: fieldName,
    kind: z.enum(customFieldKinds),
    choices: z._default(choices, []),
  }),
  response: one,
});
export const updateCustomField = defineEndpoint({
  method: 'PATCH',
  path: '/custom-fields/{id}',
  summary: 'Rename a custom field, change its choices, archive or restore it',
  access: admin,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    name: z.optional(fieldName),
    /**
     * The complete list of choices: one with an id is kept and may be renamed, one without an id is new; missing
     * choices are removed from records soon after.
     */
    choices: z.optional(choices),
    isArchived: z.optional(z.boolean()),
  }),
  response: one,
});
export const orderCustomFields = defineEndpoint({
  method: 'PUT',
  path: '/custom-fields/order',
  summary: 'Change the order of the custom fields of a record type',
  access: admin,
  status: 200,
  body: z.strictObject({ recordType, ids: z.array(id).check(z.maxLength(maxCustomFields)) }),
  response: many,
});
export const deleteCustomField = defineEndpoint({
  method: 'DELETE',
  path: '/custom-fields/{id}',
  summary: 'Delete a custom field; its values are removed in the background',
  access: admin,
  status: 204,
  params: idParams,
});

import { checklistAreas } from '@handover/domain/deals/deal-gates.ts';
import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import { line, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { provenance, sourced } from '../businesses/valuation-tables.ts';

/** A business type, or `every` for items that all types have in addition. */
export const checklistTypes = ['every', ...businessTypes] as const;
export type ChecklistType = (typeof checklistTypes)[number];

/** The maximum number of items in one checklist. */
export const maxChecklistItems = 40;

const type = z.enum(checklistTypes);
const area = z.enum(checklistAreas);

/** The closing checklist for a type of business. Not legal advice. */
export const closingChecklist = z.object({
  type,
  /** In display order. The key of an item stays the same when its text changes. */
  items: z.array(z.object({ key: z.string(), area, title: z.string(), hint: z.nullable(z.string()) })),
  ...provenance,
  /** Whether it is unchanged from its default. */
  isDelivered: z.boolean(),
  version,
});
export type ClosingChecklist = z.infer<typeof closingChecklist>;

export const closingChecklistBody = z.strictObject({
  version,
  /** All items. An item is new if its key is missing, is not in the list, or is used twice. */
  items: z
    .array(
      z.strictObject({
        key: z.nullable(line(60)),
        area,
        title: line(120),
        hint: z.nullable(line(240)),
      }),
    )
    .check(z.maxLength(maxChecklistItems, `At most ${String(maxChecklistItems)} items`)),
  ...sourced,
});
export type UpdateClosingChecklist = z.infer<typeof closingChecklistBody>;

const params = z.strictObject({ type });
const response = z.object({ closingChecklist });

export const listClosingChecklists = defineEndpoint({
  method: 'GET',
  path: '/closing-checklists',
  summary: 'List closing checklists of new deals, by business type',
  access: member('STAFF', 'business-center'),
  status: 200,
  response: z.object({ closingChecklists: z.array(closingChecklist) }),
});
export const updateClosingChecklist = defineEndpoint({
  method: 'PUT',
  path: '/closing-checklists/{type}',
  summary: 'Update the closing checklist of a business type; existing deals keep theirs',
  access: member('ADMIN'),
  status: 200,
  params,
  body: closingChecklistBody,
  response,
});
export const resetClosingChecklist = defineEndpoint({
  method: 'POST',
  path: '/closing-checklists/{type}/reset',
  summary: 'Reset the closing checklist of a business type to its default',
  access: member('ADMIN'),
  status: 200,
  params,
  body: z.strictObject({ version }),
  response,
});

import * as z from 'zod/mini';
import { businessStages } from './business-stages.ts';
import { calendarDate, flag, id, line, searchText } from '../http/common.ts';
import { customConditions } from '../records/custom-filter.ts';
import { recordSelection, type RecordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

export const businessTypes = [
  'dental',
  'medical',
  'home_health',
  'hospice',
  'pharmacy',
  'behavioral',
  'physical_therapy',
  'veterinary',
  'med_spa',
  'dme',
  'urgent_care',
  'laboratory',
] as const;
export type BusinessType = (typeof businessTypes)[number];

/** The spec's product status: a reduced price, a new listing, or no label. */
export const marketLabels = ['sale', 'new'] as const;

export const businessSortKeys = [
  'name',
  'stage',
  'stageEnteredAt',
  'askingPrice',
  'sde',
  'createdAt',
] as const;
export type BusinessSortKey = (typeof businessSortKeys)[number];
export const businessSort = recordSort(businessSortKeys, { hasCustomFields: true });

export const businessFilters = {
  q: z.optional(searchText),
  stage: z.optional(z.enum(businessStages)),
  /** Neither sold, withdrawn, nor expired. */
  isOpen: z.optional(flag),
  type: z.optional(z.enum(businessTypes)),
  /** A member's id, `me` for the caller, or `none` for businesses without a broker. */
  brokerId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  marketLabel: z.optional(z.enum([...marketLabels, 'none'])),
  /** A state or region as stored, a US state by its code; `none` for businesses without one. */
  region: z.optional(line(120)),
  /** A customer who owns it or a share of it. */
  ownerId: z.optional(id),
  /** Entered its stage before this day, in the workspace's time zone. */
  stageBefore: z.optional(calendarDate),
  /** Open, and in its stage for longer than the workspace's limit. */
  isStuck: z.optional(flag),
  /** The lease ends before this day or has already ended. */
  leaseBefore: z.optional(calendarDate),
  /** Conditions on custom fields; up to 120. */
  custom: z.optional(customConditions),
  deleted: z.optional(flag),
};
export const businessFilter = z.strictObject(businessFilters);
export type BusinessFilter = z.infer<typeof businessFilter>;

export const businessSelection = recordSelection(businessFilter);
export type BusinessSelection = RecordSelection<BusinessFilter>;

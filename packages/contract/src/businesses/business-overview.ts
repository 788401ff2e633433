import * as z from 'zod/mini';
import { businessFilter } from './business-list.ts';
import { businessStages } from './business-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const area = 'business-center';

/** A stage of the board. The asking prices of its businesses are added up by currency. */
export const businessColumn = z.object({
  stage: z.enum(businessStages),
  count: z.int(),
  totals: z.array(z.object({ currency: z.string(), cents: z.int() })),
});

/** A state or region as stored, a US state by its code; null for businesses without one. */
export const businessRegion = z.object({ region: z.nullable(z.string()), count: z.int() });
export type BusinessRegion = z.infer<typeof businessRegion>;

export const getBusinessBoard = defineEndpoint({
  method: 'GET',
  path: '/businesses/board',
  summary: 'Count the businesses that match in each stage, with their asking prices by currency',
  access: member('STAFF', area),
  status: 200,
  query: businessFilter,
  response: z.object({ columns: z.array(businessColumn) }),
});
export const getBusinessMap = defineEndpoint({
  method: 'GET',
  path: '/businesses/map',
  summary: 'Get the number of businesses that match in each state or region, highest first',
  access: member('STAFF', area),
  status: 200,
  query: businessFilter,
  response: z.object({ regions: z.array(businessRegion) }),
});

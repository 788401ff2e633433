import * as z from 'zod/mini';

/** The nouns that the record kit serves: one word each in lists, search, live notices, bulk runs, and imports. */
export const recordTypes = ['customer', 'business', 'task'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The record type of a request that names none is the customer, as before there were others. */
export const recordType = z._default(z.enum(recordTypes), 'customer');

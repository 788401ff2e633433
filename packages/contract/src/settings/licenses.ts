import { findStateCode } from '@handover/domain/us-states.ts';
import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** A license of a business, or of the brokerage in the workspace. */
export const license = z.object({
  id,
  /** Null for a license of the brokerage. */
  business: z.nullable(z.object({ id, name: z.string() })),
  /** Postal code of the state. */
  state: z.string(),
  board: z.string(),
  number: z.string(),
  expiresOn: z.nullable(calendarDate),
  version,
});
export type License = z.infer<typeof license>;

/** How many days before a license expires reminders are sent. */
export const licenseReminderDays = [60, 7] as const;

const fields = {
  /** A code or name of a US state or territory. */
  state: z.string().check(
    z.trim(),
    z.refine((text) => findStateCode(text) !== null, 'Choose a state'),
  ),
  board: line(120),
  number: line(60),
  expiresOn: z.nullable(calendarDate),
};

export const createLicenseBody = z.strictObject({ businessId: z.nullable(id), ...fields });
export type CreateLicense = z.infer<typeof createLicenseBody>;
export const updateLicenseBody = z.strictObject({ version, ...fields });
export type UpdateLicense = z.infer<typeof updateLicenseBody>;

const access = member('STAFF', 'business-center');
const one = z.object({ license });

export const listLicenses = defineEndpoint({
  method: 'GET',
  path: '/licenses',
  summary: 'List licenses of a business, of the brokerage, or all that expire before a date; soonest first',
  access,
  status: 200,
  query: z.strictObject({
    /** If this and `expiresBefore` are omitted, the licenses of the brokerage are listed. */
    businessId: z.optional(id),
    expiresBefore: z.optional(calendarDate),
  }),
  response: z.object({ licenses: z.array(license) }),
});
export const createLicense = defineEndpoint({
  method: 'POST',
  path: '/licenses',
  summary: 'Add a license; only administrators can add brokerage licenses',
  access,
  status: 201,
  body: createLicenseBody,
  response: one,
});
export const updateLicense = defineEndpoint({
  method: 'PATCH',
  path: '/licenses/{id}',
  summary: 'Update a license',
  access,
  status: 200,
  params: idParams,
  body: updateLicenseBody,
  response: one,
});
export const deleteLicense = defineEndpoint({
  method: 'DELETE',
  path: '/licenses/{id}',
  summary: 'Delete a license',
  access,
  status: 204,
  params: idParams,
});

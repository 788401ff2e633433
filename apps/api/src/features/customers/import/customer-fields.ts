import { customerFieldLabels as labels } from '@handover/contract/field-labels.ts';
import { parseDate } from '@handover/domain/calendar-dates.ts';
import { parsePlace } from '@handover/domain/addresses.ts';
import { isCcn } from '@handover/domain/identifiers.ts';
import { isCompanyName, parseListedName } from '@handover/domain/names.ts';
import { isNpi } from '@handover/domain/npi.ts';
import { formatWebsite, withoutDecimals } from '#platform/records/import/cells.ts';
import { addressFields } from './address-fields.ts';
import type { ImportField } from '#platform/records/import/import-spec.ts';
import { notDate } from '#platform/records/import/read-row.ts';

/** The fields of a customer with the headings of CRMs, address books, mail tools, and the public provider register. */
export const customerImportFields: readonly ImportField[] = [
  {
    key: 'name',
    label: labels.name,
    capitalization: 'name',
    headingPattern:
      /^(?:(?:full|display|legal|licensee|registrant|provider|dentist|doctor|practitioner|client|customer|member|contact|owner|professional|holder|applicant) )*name(?: of .+)?$|\blast.*\bfirst\b/,
    isTypical: (text) =>
      !/@|www\.|\/\/|^\W*\d/.test(text) &&
      parsePlace(text) === null &&
      (parseListedName(text) !== null || isCompanyName(text)),
    unlessMapped: ['firstName', 'lastName', 'organizationName', 'company'],
    headings: [
      'name',
      'full name',
      'display name',
      'contact name',
      'customer name',
      'client name',
      'customer',
      'client',
      'contact',
      'lead name',
      'owner name',
    ],
  },
  {
    key: 'firstName',
    label: 'First name',
    capitalization: 'name',
    headingPattern: /^(?:\w+ )?(?:first|given) names?$/,
    headings: [
      'Provider First Name',
      'first name',
      'given name',
      'forename',
      'first',
      'fname',
      'contact first name',
    ],
  },
  {
    key: 'lastName',
    label: 'Last name',
    capitalization: 'name',
    headingPattern: /^(?:\w+ )?(?:last|family) name$/,
    headings: [
      'Provider Last Name (Legal Name)',
      'last name',
      'family name',
      'surname',
      'last',
      'lname',
      'contact last name',
    ],
  },
  {
    key: 'middleName',
    label: 'Middle name',
    capitalization: 'name',
    headings: ['Provider Middle Name', 'middle name', 'additional name', 'middle initial', 'middle'],
  },
  {
    key: 'namePrefix',
    label: 'Name prefix',
    headings: ['Provider Name Prefix Text', 'name prefix', 'prefix', 'salutation', 'honorific'],
  },
  {
    key: 'nameSuffix',
    label: 'Name suffix',
    capitalization: 'name',
    headings: ['Provider Name Suffix Text', 'name suffix', 'suffix'],
  },
  {
    key: 'organizationName',
    label: 'Organization name',
    capitalization: 'name',
    headingPattern:
      /\b(?:facility|hospital|pharmacy|clinic|practice|business|organi[sz]ation|agency|store|establishment|site|entity|firm|trade) name$|\bdba\b|^doing business as\b|^(?:facility|hospital|pharmacy|clinic)$/,
    isTypical: isCompanyName,
    replaces: 'name',
    headings: [
      'Provider Organization Name (Legal Business Name)',
      'organization legal name',
      'legal business name',
      'legal name',
      'organization name',
      'organisation name',
      'business name',
      'practice name',
      'facility name',
    ],
  },
  {
    key: 'email',
    label: labels.email,
    headingPattern: /\be ?mail(?: address)?$/,
    isTypical: (text) => /^\S+@\S+\.\S+$/.test(text),
    headings: [
      'email',
      'email address',
      'e-mail 1 - value',
      'primary email',
      'email 1',
      'work email',
      'business email',
      'mail',
      'contact email',
      'home email',
    ],
  },
  {
    key: 'otherEmails',
    label: 'Other emails',
    isJoined: true,
    headingPattern:
      /^(?:(?:primary|home|work|business|office|personal) )?e ?mail(?: \d)?(?: address| value)?$/,
    headings: ['other emails', 'other email', 'additional email', 'secondary email', 'alternate email'],
  },
  {
    key: 'phone',
    label: labels.phone,
    headingPattern: /^(?:\w+ ){0,2}(?:(?:tele)?phone|tel)(?: (?:number|no|nbr))?$/,
    isTypical: (text) => /^(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$|^\+\d[\d ()./-]{7,}$/.test(text),
    headings: [
      'Provider Business Practice Location Address Telephone Number',
      'phone',
      'phone number',
      'telephone',
      'telephone number',
      'primary phone',
      'phone 1 - value',
      'business phone',
      'work phone',
      'office phone',
      'main phone',
      'mobile',
      'mobile phone',
      'cell',
      'cell phone',
      'tel',
      'home phone',
      'contact phone',
    ],
  },
  {
    key: 'otherPhones',
    label: 'Other phones',
    isJoined: true,
    headingPattern:
      /^(?:(?:primary|home|work|business|office|company|main|direct|mobile|cell) )*(?:(?:tele)?phone|tel|mobile|cell)(?: \d)?(?: (?:number|no|nbr|value))?$/,
    headings: [
      'other phones',
      'other phone',
      'phone 2 - value',
      'phone 2',
      'additional phone',
      'alternate phone',
      'secondary phone',
    ],
  },
  {
    key: 'company',
    label: labels.company,
    capitalization: 'name',
    headings: [
      'company',
      'company name',
      'organization',
      'organisation',
      'organization 1 - name',
      'account name',
      'account',
      'employer',
      'practice',
      'business',
    ],
  },
  {
    key: 'npi',
    label: labels.npi,
    headingPattern: /\bnpi\b/,
    isTypical: (text) => isNpi(withoutDecimals(text)),
    read: withoutDecimals,
    headings: ['NPI', 'NPI number', 'national provider identifier', 'provider npi'],
  },
  {
    key: 'ccn',
    label: labels.ccn,
    headingPattern: /\bccn\b|^(?:facility|provider|hospital) (?:id|number|no)$/,
    isLike: (text) => isCcn(text.toUpperCase()),
    read: (text) => text.toUpperCase(),
    headings: [
      'CCN',
      'CMS certification number',
      'CMS certification number (CCN)',
      'Medicare provider number',
    ],
  },
  {
    key: 'accountType',
    label: labels.accountType,
    isLike: (text) => parseAccountType(text) !== null,
    read: parseAccountType,
    expected: 'not an individual or an organization',
    headings: ['Entity Type Code', 'account type', 'entity type', 'customer type', 'contact type', 'type'],
  },
  {
    key: 'planName',
    label: labels.planName,
    headings: ['plan', 'plan name', 'subscription', 'subscription plan'],
  },
  {
    key: 'joiningDate',
    label: labels.joiningDate,
    read: parseDate,
    expected: notDate,
    headings: ['joining date', 'joined', 'join date', 'date joined', 'member since', 'customer since'],
  },
  {
    key: 'source',
    label: labels.source,
    headings: ['source', 'lead source', 'original source', 'referral source'],
  },
  {
    key: 'title',
    label: labels.title,
    headings: [
      'Provider Credential Text',
      'job title',
      'title',
      'position',
      'role',
      'credentials',
      'credential',
      'organization 1 - title',
    ],
  },
  {
    key: 'website',
    label: labels.website,
    headingPattern: /\b(?:web ?site|url|homepage|web page)\b/,
    isTypical: (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text),
    read: formatWebsite,
    headings: [
      'website',
      'web site',
      'url',
      'homepage',
      'website url',
      'website 1 - value',
      'company domain name',
      'web',
    ],
  },
  ...addressFields,
  {
    key: 'taxonomyCode',
    label: labels.taxonomyCode,
    headings: [
      'Healthcare Provider Taxonomy Code_1',
      'taxonomy code',
      'taxonomy',
      'primary taxonomy',
      'nucc code',
      'provider taxonomy code',
    ],
  },
  {
    key: 'broker',
    label: labels.brokerId,
    headings: ['broker', 'account owner', 'record owner', 'assigned to'],
  },
  {
    key: 'status',
    label: 'Status',
    read: (text) => (/^banned$/i.test(text) ? 'banned' : 'active'),
    headings: ['customer status', 'status'],
    isLike: (text) => /^(?:active|banned)$/i.test(text),
  },
  {
    key: 'bannedReason',
    label: 'Ban reason',
    headings: ['ban reason', 'banned reason', 'reason of ban'],
  },
  {
    key: 'isVerified',
    label: 'Identity verified',
    read: parseYesNo,
    expected: 'not yes or no',
    headings: ['verified', 'identity verified', 'is verified'],
    isLike: (text) => parseYesNo(text) !== null,
  },
  {
    key: 'unsubscribedAt',
    label: 'Unsubscribed',
    read: (text) => parseTime(text) ?? parseYesNo(text),
    expected: 'not a date, yes, or no',
    headings: [
      'unsubscribed',
      'unsubscribed at',
      'opted out',
      'opt out',
      'email opt out',
      'do not email',
      'unsub time',
    ],
    isLike: (text) => (parseTime(text) ?? parseYesNo(text)) !== null,
  },
  {
    key: 'createdAt',
    label: 'Added',
    read: parseTime,
    expected: notDate,
    headings: [
      'record created',
      'created',
      'created at',
      'created date',
      'create date',
      'date created',
      'date added',
    ],
    isLike: (text) => parseTime(text) !== null,
  },
  {
    key: 'tags',
    label: labels.tagIds,
    isJoined: true,
    headings: ['tags', 'tag', 'labels', 'label', 'categories', 'group membership', 'groups'],
  },
  {
    key: 'deactivatedOn',
    label: 'Deactivated on',
    read: parseDate,
    expected: notDate,
    headings: ['NPI Deactivation Date', 'deactivation date', 'deactivated', 'deactivated on'],
  },
  {
    key: 'reactivatedOn',
    label: 'Reactivated on',
    read: parseDate,
    expected: notDate,
    headings: ['NPI Reactivation Date', 'reactivation date', 'reactivated', 'reactivated on'],
  },
];

/** A time in ISO 8601, or the start of a day in UTC; null for anything else. */
function parseTime(text: string): string | null {
  const date = parseDate(text);
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = isExact ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  return date === null ? null : `${date}T00:00:00.000Z`;
}

function parseYesNo(text: string): boolean | null {
  if (/^(?:yes|y|true|1|x)$/i.test(text)) return true;
  return /^(?:no|n|false|0)$/i.test(text) ? false : null;
}

/** The account type for a word or code of an export; null for an unknown one. */
function parseAccountType(text: string): 'Individual' | 'Corporate' | null {
  const word = withoutDecimals(text).toLowerCase();
  if (/^(1|individual|person|personal|contact|private|npi-1)$/.test(word)) return 'Individual';
  return /^(2|corporate|corporation|company|organi[sz]ation|organi[sz]ational|business|practice|npi-2)$/.test(
    word,
  )
    ? 'Corporate'
    : null;
}

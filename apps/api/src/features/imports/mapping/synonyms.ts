import type { ImportField } from '@handover/contract/imports.ts';

/**
 * How the columns of common exports (CRMs, address books, mail tools) and of the public provider register
 * are headed, best first. Compared without case, accents, spaces and punctuation.
 */
export const synonyms: Record<ImportField, readonly string[]> = {
  name: ['name', 'full name', 'display name', 'contact name', 'customer name', 'client name', 'account name', 'customer', 'client', 'contact', 'lead name', 'owner name', 'practice name'],
  firstName: ['Provider First Name', 'first name', 'given name', 'forename', 'first', 'fname', 'contact first name'],
  lastName: ['Provider Last Name (Legal Name)', 'last name', 'family name', 'surname', 'last', 'lname', 'contact last name'],
  middleName: ['Provider Middle Name', 'middle name', 'additional name', 'middle initial', 'middle'],
  namePrefix: ['Provider Name Prefix Text', 'name prefix', 'prefix', 'salutation', 'honorific'],
  nameSuffix: ['Provider Name Suffix Text', 'name suffix', 'suffix'],
  organizationName: ['Provider Organization Name (Legal Business Name)', 'organization legal name', 'legal business name', 'legal name', 'organization name', 'organisation name', 'business name'],
  email: ['email', 'email address', 'e-mail 1 - value', 'primary email', 'email 1', 'work email', 'business email', 'mail', 'contact email', 'home email'],
  phone: ['Provider Business Practice Location Address Telephone Number', 'phone', 'phone number', 'telephone', 'telephone number', 'primary phone', 'phone 1 - value', 'business phone', 'work phone', 'office phone', 'main phone', 'mobile', 'mobile phone', 'cell', 'cell phone', 'tel', 'home phone', 'contact phone'],
  company: ['company', 'company name', 'organization', 'organisation', 'organization 1 - name', 'account', 'employer', 'practice', 'business'],
  npi: ['NPI', 'NPI number', 'national provider identifier', 'provider npi'],
  accountType: ['Entity Type Code', 'account type', 'entity type', 'customer type', 'contact type', 'type'],
  planName: ['plan', 'plan name', 'subscription', 'subscription plan'],
  joiningDate: ['Provider Enumeration Date', 'joining date', 'joined', 'join date', 'date joined', 'member since', 'customer since', 'created date', 'create date', 'created', 'created at', 'date created', 'date added', 'enumeration date'],
  source: ['source', 'lead source', 'original source', 'referral source'],
  title: ['Provider Credential Text', 'job title', 'title', 'position', 'role', 'credentials', 'credential', 'organization 1 - title'],
  website: ['website', 'web site', 'url', 'homepage', 'website url', 'company domain name', 'web'],
  addressLine1: ['Provider First Line Business Practice Location Address', 'address line 1', 'address 1', 'street address', 'address', 'street', 'street 1', 'address 1 - street', 'mailing street', 'billing street', 'business street'],
  addressLine2: ['Provider Second Line Business Practice Location Address', 'address line 2', 'address 2', 'street 2', 'suite', 'unit', 'apartment'],
  city: ['Provider Business Practice Location Address City Name', 'city', 'town', 'locality', 'address 1 - city', 'mailing city', 'billing city', 'business city'],
  region: ['Provider Business Practice Location Address State Name', 'state', 'region', 'province', 'state/region', 'state/province', 'county', 'address 1 - region', 'mailing state', 'billing state', 'business state', 'mailing state/province'],
  postalCode: ['Provider Business Practice Location Address Postal Code', 'postal code', 'zip', 'zip code', 'postcode', 'zip/postal code', 'address 1 - postal code', 'mailing zip', 'billing zip', 'mailing zip/postal code', 'business postal code'],
  country: ['Provider Business Practice Location Address Country Code (If outside U.S.)', 'country', 'country/region', 'country code', 'address 1 - country', 'mailing country', 'billing country', 'business country/region'],
  taxonomyCode: ['Healthcare Provider Taxonomy Code_1', 'taxonomy code', 'taxonomy', 'primary taxonomy', 'nucc code', 'provider taxonomy code'],
  tags: ['tags', 'tag', 'labels', 'label', 'categories', 'group membership', 'groups'],
  deactivatedOn: ['NPI Deactivation Date', 'deactivation date', 'deactivated', 'deactivated on'],
  reactivatedOn: ['NPI Reactivation Date', 'reactivation date', 'reactivated', 'reactivated on'],
};

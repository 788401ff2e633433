import { createBusinessBody, type CreateBusiness } from '@handover/contract/businesses.ts';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '#shared/api/api-error.ts';
import { businessFieldLabels, type BusinessField } from '#shared/labels/businesses.ts';
import { bodyOf, moneyFields, type BusinessValues } from './business-values.ts';

/** The form of a business, judged by the contract's schema on submit and then on change. */
export function useBusinessForm(defaultValues: BusinessValues): UseFormReturn<BusinessValues> {
  return useForm<BusinessValues>({
    defaultValues,
    shouldFocusError: true,
    resolver: (values) => {
      const errors = errorsOf(values);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
}

/** Values that passed the form, as the contract takes them. */
export function validBody(values: BusinessValues): CreateBusiness {
  return createBusinessBody.parse(bodyOf(values));
}

/** Puts the server's messages on their fields, the first of them focused. False when none belongs to a field. */
export function showServerErrors(form: UseFormReturn<BusinessValues>, error: unknown): boolean {
  const named = error instanceof ApiError ? error.errors : [];
  const shown = named.flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === null ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of shown.entries())
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  return shown.length > 0;
}

function errorsOf(values: BusinessValues): FieldErrors<BusinessValues> {
  const body = bodyOf(values);
  const parsed = createBusinessBody.safeParse(body);
  const messages = new Map<BusinessField, string>();
  for (const field of moneyFields)
    if (Number.isNaN(body[field])) messages.set(field, 'Enter an amount such as 1,250,000 or 1.25M');
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOf(path[0]);
    if (field !== null && !messages.has(field)) messages.set(field, message);
  }
  return Object.fromEntries([...messages].map(([field, message]) => [field, { type: 'contract', message }]));
}

function fieldOf(name: PropertyKey | undefined): BusinessField | null {
  return typeof name === 'string' && isField(name) ? name : null;
}

function isField(name: string): name is BusinessField {
  return Object.hasOwn(businessFieldLabels, name);
}

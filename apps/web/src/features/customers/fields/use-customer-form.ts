import type { CustomField } from '@handover/contract/custom-fields.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import { createCustomerBody, type CreateCustomer } from '@handover/contract/customers.ts';
import { useForm, type FieldError, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '#shared/api/api-error.ts';
import { problemOf, useCustomFields } from '#shared/customers/custom-fields.ts';
import { customerFieldLabels } from '#shared/labels/customer-fields.ts';
import { bodyOf, type CustomerValues } from './customer-values.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The form of a customer, judged by the contract's schema on submit and then on change. */
export function useCustomerForm(defaultValues: CustomerValues): UseFormReturn<CustomerValues> {
  const { active } = useCustomFields();
  return useForm<CustomerValues>({
    defaultValues,
    shouldFocusError: true,
    resolver: (values) => {
      const parsed = createCustomerBody.safeParse(bodyOf(values));
      const issues = [...(parsed.error?.issues ?? []), ...customIssues(active, values)];
      return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(issues) };
    },
  });
}

/** Values that passed the form, as the contract takes them. */
export function validBody(values: CustomerValues): CreateCustomer {
  return createCustomerBody.parse(bodyOf(values));
}

/** Puts the server's messages on their fields, the first of them focused. False when none belongs to a field. */
export function showServerErrors(form: UseFormReturn<CustomerValues>, error: unknown): boolean {
  const named = error instanceof ApiError ? error.errors : [];
  const shown = named.flatMap(({ path, message }) => {
    const [name, id = ''] = path.split('.');
    const field = fieldOf(name);
    return field === null ? [] : [{ field: field === 'custom' ? toCustomKey(id) : field, message }];
  });
  for (const [index, { field, message }] of shown.entries())
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  return shown.length > 0;
}

function errorsOf(issues: readonly Issue[]): FieldErrors<CustomerValues> {
  const errors: FieldErrors<CustomerValues> = {};
  const custom: Record<string, FieldError> = {};
  for (const { path, message } of issues) {
    const field = fieldOf(path[0]);
    if (field === 'custom') custom[String(path[1])] ??= { type: 'contract', message };
    else if (field !== null) errors[field] ??= { type: 'contract', message };
  }
  return Object.keys(custom).length === 0 ? errors : { ...errors, custom };
}

/** What the workspace's own fields do not take, in words for who typed it. */
function customIssues(fields: readonly CustomField[], { custom }: CustomerValues): Issue[] {
  return fields.flatMap((field) => {
    const message = problemOf(field, custom[field.id]);
    return message === null ? [] : [{ path: ['custom', field.id], message }];
  });
}

function fieldOf(name: PropertyKey | undefined): keyof typeof customerFieldLabels | null {
  return typeof name === 'string' && isField(name) ? name : null;
}

function isField(name: string): name is keyof typeof customerFieldLabels {
  return Object.hasOwn(customerFieldLabels, name);
}

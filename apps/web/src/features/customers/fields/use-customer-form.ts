import { createCustomerBody, type CreateCustomer } from '@handover/contract/customers.ts';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../shared/api/api-error.ts';
import { customerFieldLabels } from '../../../shared/labels/customer-fields.ts';
import { bodyOf, type CustomerValues } from './customer-values.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The form of a customer, judged by the contract's schema on submit and then on change. */
export function useCustomerForm(defaultValues: CustomerValues): UseFormReturn<CustomerValues> {
  return useForm<CustomerValues>({
    defaultValues,
    shouldFocusError: true,
    resolver: (values) => {
      const parsed = createCustomerBody.safeParse(bodyOf(values));
      return parsed.success ? { values, errors: {} } : { values: {}, errors: errorsOf(parsed.error.issues) };
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
    const field = fieldOf(path.split('.')[0]);
    return field === null ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of shown.entries())
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  return shown.length > 0;
}

function errorsOf(issues: readonly Issue[]): FieldErrors<CustomerValues> {
  const errors: FieldErrors<CustomerValues> = {};
  for (const { path, message } of issues) {
    const field = fieldOf(path[0]);
    if (field !== null) errors[field] ??= { type: 'contract', message };
  }
  return errors;
}

function fieldOf(name: PropertyKey | undefined): keyof typeof customerFieldLabels | null {
  return typeof name === 'string' && isField(name) ? name : null;
}

function isField(name: string): name is keyof typeof customerFieldLabels {
  return Object.hasOwn(customerFieldLabels, name);
}

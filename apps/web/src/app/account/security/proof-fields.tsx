import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ComponentProps, ReactElement } from 'react';
import { useFormContext } from 'react-hook-form';

type DialogFieldProps = Omit<ComponentProps<typeof FormTextField>, 'control'>;

/** A text field of a `FormDialog`. */
export function DialogField(props: DialogFieldProps): ReactElement {
  const { control } = useFormContext();
  return <FormTextField control={control} {...props} />;
}

/** The own password, asked again. */
export function OwnPasswordField({ isFirst = false }: { isFirst?: boolean }): ReactElement {
  return (
    <DialogField
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      autoFocus={isFirst}
    />
  );
}

/** A code of the app, or instead of it a recovery code. */
export function CodeField(): ReactElement {
  return (
    <DialogField
      name="code"
      label="Code from your authenticator app"
      hint="Or one of your recovery codes"
      autoComplete="one-time-code"
    />
  );
}

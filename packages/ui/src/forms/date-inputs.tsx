import {
  createContext,
  createElement,
  Suspense,
  use,
  type ComponentType,
  type InputHTMLAttributes,
  type ReactElement,
} from 'react';

/** `type` is `date` or `datetime-local`. */
export type DateInputProps = InputHTMLAttributes<HTMLInputElement>;

/** Replacements for the browser's date inputs; null if the native pickers are better, as on phones. */
export const DateInputContext = createContext<ComponentType<DateInputProps> | null>(null);

/** A date input without a label. */
export function PlainDateInput(props: DateInputProps): ReactElement {
  const DateInput = use(DateInputContext);
  if (DateInput === null) return <input {...props} />;
  return (
    <Suspense fallback={<input className={props.className} aria-label={props['aria-label']} disabled />}>
      {createElement(DateInput, props)}
    </Suspense>
  );
}

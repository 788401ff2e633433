import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef, type ReactElement, type ReactNode } from 'react';

interface FileButtonProps extends Pick<
  ButtonProps,
  'variant' | 'color' | 'startIcon' | 'disabled' | 'ref' | 'aria-label'
> {
  /** For `<input accept>`. */
  accept?: string;
  isMultiple?: boolean;
  /** Opens the camera, if the device has one. */
  isCamera?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** A button that opens the browser's file chooser. */
export function FileButton({
  accept,
  isMultiple = false,
  isCamera = false,
  onFiles,
  children,
  ...button
}: FileButtonProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        {...(isCamera && { capture: 'environment' as const })}
        {...(accept !== undefined && { accept })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows the same file to be selected again.
          event.target.value = '';
        }}
      />
    </>
  );
}

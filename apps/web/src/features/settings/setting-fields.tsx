import { FileButton } from '@handover/ui/forms/file-button.tsx';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { photoAccept, usePhoto } from '#shared/photos/photo-input.tsx';
import styles from './setting-fields.module.css';

interface LogoFieldProps<T> {
  /** The current logo. */
  preview: ReactElement;
  hasLogo: boolean;
  hint: string;
  upload: (logo: Blob) => Promise<T>;
  remove: () => Promise<T>;
  onChanged: (record: T) => void;
  /** Scales the image down before the upload. */
  shrink?: (file: Blob) => Promise<Blob>;
}

export function LogoField<T>({
  preview,
  hasLogo,
  hint,
  upload,
  remove,
  onChanged,
  shrink,
}: LogoFieldProps<T>): ReactElement {
  const logo = usePhoto<T>({ upload, remove, onChanged, noun: 'logo', ...(shrink && { shrink }) });
  return (
    <div className={styles['field']}>
      {preview}
      <div className={styles['words']}>
        <div className={styles['actions']}>
          <FileButton variant="outlined" color="inherit" accept={photoAccept} onFiles={logo.choose}>
            {hasLogo ? 'Change logo' : 'Add a logo'}
          </FileButton>
          {hasLogo && (
            <Button variant="text" color="inherit" loading={logo.isPending} onClick={logo.remove}>
              Remove
            </Button>
          )}
        </div>
        <p className={styles['hint']}>{hint}</p>
      </div>
    </div>
  );
}

const timeZones = Intl.supportedValuesOf('timeZone');
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency');

const usTimeZones: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time (New York)',
  'America/Chicago': 'Central Time (Chicago)',
  'America/Denver': 'Mountain Time (Denver)',
  'America/Phoenix': 'Arizona Time (Phoenix)',
  'America/Los_Angeles': 'Pacific Time (Los Angeles)',
  'America/Anchorage': 'Alaska Time (Anchorage)',
  'Pacific/Honolulu': 'Hawaii Time (Honolulu)',
};

/** "Eastern Time (New York)"; outside the United States "Europe/Berlin". */
export function formatTimeZone(zone: string): string {
  return usTimeZones[zone] ?? zone.replaceAll('_', ' ');
}

/** Time zones of the United States come first. The selected zone may have a name that the browser does not list. */
export function TimeZoneOptions({ chosen }: { chosen: string }): ReactElement[] {
  return [...new Set([...Object.keys(usTimeZones), chosen, ...timeZones])].map((zone) => (
    <option key={zone} value={zone}>
      {formatTimeZone(zone)}
    </option>
  ));
}

export function CurrencyOptions(): ReactElement[] {
  return currencies.map((code) => (
    <option key={code} value={code}>
      {code} – {currencyNames.of(code)}
    </option>
  ));
}

import { useState, type ReactElement } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';
import { getInitials, getTone } from './initials.ts';

const tones = ['primary', 'info', 'success', 'warning', 'neutral'] as const;

interface AvatarProps {
  name: string;
  photoUrl?: string | null;
  /** Size in pixels; default 40. */
  size?: number;
  isSquare?: boolean;
}

/** A photo or initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, photoUrl = null, size = 40, isSquare = false }: AvatarProps): ReactElement {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const hasPhoto = photoUrl !== null && photoUrl !== failedUrl;
  const tone = tones[getTone(name, tones.length)] ?? 'neutral';
  return (
    <span
      aria-hidden="true"
      data-initials={hasPhoto ? undefined : getInitials(name)}
      className={classNames(styles['avatar'], styles[tone], isSquare && styles['square'])}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {hasPhoto && (
        <img src={photoUrl} alt="" width={size} height={size} onError={() => setFailedUrl(photoUrl)} />
      )}
    </span>
  );
}

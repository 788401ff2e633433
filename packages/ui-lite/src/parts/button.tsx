import type { ButtonHTMLAttributes, ReactElement } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'outlined' | 'text' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  isFullWidth?: boolean;
  /** Shows a spinner and ignores clicks. */
  isPending?: boolean;
  icon?: string;
}

/** Button of plain-CSS screens. */
export function Button({
  variant = 'primary',
  size = 'medium',
  isFullWidth,
  isPending,
  icon,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        getButtonClass(variant, size, isFullWidth),
        isPending && styles['pending'],
        rest.className,
      )}
      aria-busy={isPending === true ? true : undefined}
      onClick={isPending === true ? (event) => event.preventDefault() : onClick}
    >
      {icon !== undefined && <Icon name={icon} size={20} />}
      <span className={styles['label']}>{children}</span>
    </button>
  );
}

/** Classes for a link that looks like a button. */
export function getButtonClass(
  variant: ButtonVariant = 'primary',
  size: 'small' | 'medium' | 'large' = 'medium',
  isFullWidth = false,
): string {
  return classNames(styles['button'], styles[variant], styles[size], isFullWidth && styles['full']);
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: string;
  label: string;
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles['icon'], rest.className)}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

import type { ReactElement } from 'react';
import { TemplateManager } from '#features/conversations/templates/template-manager.tsx';

/** admin/users/templates */
export default function UsersTemplates(): ReactElement {
  return <TemplateManager />;
}

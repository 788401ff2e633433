import { writeFileSync } from 'node:fs';
import { tokensCss } from './css.ts';

writeFileSync(new URL('./tokens.generated.css', import.meta.url), tokensCss());

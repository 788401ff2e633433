import { describeShard } from './hostile.ts';

describeShard(2);

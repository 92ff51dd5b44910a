export { runAction } from './main.ts';
export { runPost } from './post.ts';

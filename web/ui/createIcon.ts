import { createElement, type SVGProps } from 'react';

interface IconData {
  /** Shapes of the icon; each has a `key` among its attributes. */
  node: [tag: string, attributes: Record<string, string>][];
}

/** Replaces `createLucideIcon` of lucide-react in builds (vite.config.ts): the same SVG without options that are not used. */
const createIcon =
  ({ node }: IconData) =>
  (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
export default createIcon;

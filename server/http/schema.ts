import * as z from 'zod/mini';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema nodes
type Node = any;

/**
 * JSON Schema of a contract schema. "X or null" becomes nullable X: `nullable: true` for the serialiser of replies,
 * `type: [X, 'null']` for OpenAPI.
 */
export const toJsonSchema = (schema: z.core.$ZodType, dialect: 'serialiser' | 'openapi' = 'serialiser'): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'output',
    override: ({ jsonSchema }) => {
      const node = jsonSchema as Node;
      if (Array.isArray(node.anyOf) && node.anyOf.length === 2) {
        const other = node.anyOf.find((part: Node) => part.type !== 'null');
        if (node.anyOf.some((part: Node) => part.type === 'null') && typeof other?.type === 'string') {
          delete node.anyOf;
          Object.assign(node, other, dialect === 'serialiser' ? { nullable: true } : { type: [other.type, 'null'] });
          if (dialect === 'openapi' && Array.isArray(node.enum)) node.enum = [...node.enum, null];
        }
      }
      // The bounds of safe integers are noise in the documentation.
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
    },
  }) as Node;
  return json;
};

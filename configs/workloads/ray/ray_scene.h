/* ray_scene.h - the scene of ray, for the kernel and the reference. */
#ifndef CTADEL_RAY_SCENE_H
#define CTADEL_RAY_SCENE_H

#define RAY_OBJECTS 4
#define RAY_BOUNCES 5

/* Centre, radius, colour, reflected share. Radius 0: the floor, which is the whole plane at this height. */
/* clang-format off: a table */
#define RAY_OBJECT_TABLE                                                                                               \
    {                                                                                                                  \
        {0.0f, -1.0f, 0.0f, 0.0f, 0.9f, 0.9f, 0.8f, 0.25f}, {-1.1f, -0.1f, 1.0f, 0.9f, 0.9f, 0.2f, 0.2f, 0.5f},        \
            {1.0f, -0.3f, 0.4f, 0.7f, 0.2f, 0.7f, 0.3f, 0.6f},                                                         \
        {                                                                                                              \
            0.1f, -0.65f, -0.8f, 0.35f, 0.3f, 0.4f, 0.9f, 0.3f                                                         \
        }                                                                                                              \
    }
/* clang-format on */

#define RAY_EYE_Y    0.4f /* the eye is at (0, RAY_EYE_Y, RAY_EYE_Z) and looks along z */
#define RAY_EYE_Z    -4.0f
#define RAY_SCREEN_Z 1.8f /* distance of the screen from the eye; the screen is two units high */
#define RAY_LIGHT_X  4.0f
#define RAY_LIGHT_Y  5.0f
#define RAY_LIGHT_Z  -4.0f
#define RAY_AMBIENT  0.15f
#define RAY_SHINE    0.5f  /* share of the highlight, whose cosine is taken to the 16th power */
#define RAY_APART    1e-3f /* nearest hit that counts, so that a ray does not meet the surface it starts from */
#define RAY_HORIZON  1e4f  /* the floor is visible up to this distance */
#define RAY_FAR      1e30f /* beyond every object */

#endif

#include "*.cpp"
